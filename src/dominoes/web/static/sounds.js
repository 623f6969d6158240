// Nine short sounds. Each has its text beside it, so nothing is lost where they fail or are off.

import { settings } from "./settings.js";

const NAMES = ["shuffle", "turn", "play", "draw", "pass", "refused", "round_won", "round_lost", "match_won"];

export class Sounds {
  #folder;
  #ready = null;

  constructor(folder) {
    this.#folder = folder;
    // Browsers let a page sound only after a gesture; before the first one nothing is loaded either.
    const start = () => {
      for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, start, true);
      this.#load();
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, start, true);
  }

  #load() {
    this.#ready = new Map();
    for (const name of NAMES) {
      const sound = new Audio();
      sound.preload = "auto";
      sound.src = `${this.#folder}sounds/${name}.wav`;
      this.#ready.set(name, sound);
    }
  }

  /** Play a sound, as loud as the settings say. Never fails, never waits. */
  play(name) {
    const sound = settings.sound ? this.#ready?.get(name) : null;
    if (!sound) return;
    sound.volume = Math.min(1, Math.max(0, settings.volume / 100));
    sound.currentTime = 0;
    sound.play()?.catch(() => {});
  }
}
