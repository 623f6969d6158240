// The page of a match: what comes by the stream is shown and said, what a person does is asked of the server.

import { Announcer } from "./announcer.js";
import { ask } from "./asking.js";
import { Choosing, placesOf } from "./choosing.js";
import { Dragging } from "./drag.js";
import { guarded, morph } from "./fragments.js";
import { fit } from "./fit.js";
import { Hand } from "./hand.js";
import { listen } from "./keys.js";
import { Log } from "./log.js";
import { remember } from "./matches.js";
import { writeNumerals } from "./numerals.js";
import "./rows.js";
import { look, settings, settle } from "./settings.js";
import { Sounds } from "./sounds.js";
import { Stream } from "./stream.js";

const DONE = new Set(["draw", "pass", "next", "undo", "go", "without"]);
const TWICE = 500; // milliseconds: the same asked for again that soon is a double click
const THINKING = 30_000; // milliseconds that a hint may take
const LATE = 5000; // milliseconds after which what is done should have come by the stream
const TURNS = new Set(["turn", "waits", "next", "resumed", "match-over"]); // kinds that tell what is to be done now
const byId = (id) => document.getElementById(id);

class Page {
  constructor(main) {
    this.main = main;
    this.words = JSON.parse(main.dataset.words);
    this.position = Number(main.dataset.position);
    this.tell = { turn: document.querySelector("#turn p").textContent };
    this.state = null;
    this.asked = null; // an action of ours that is not shown yet: the position it is for, the version it has made
    this.thinking = false; // of a hint
    this.unanswered = false; // whether something was not answered, and that was told
    this.remark = null; // what eyes are told until something happens: a hint, or what is under way
    this.last = ""; // the last announcement, which can be heard again
    this.toldLost = -Infinity; // when it was told that what is done may not arrive
    this.polite = new Announcer(byId("say"));
    this.urgent = new Announcer(byId("alert"));
    this.sounds = new Sounds(main.dataset.static);
    this.hand = new Hand();
    this.log = new Log();
    this.choosing = new Choosing((tile, move) => this.play(tile, move), fit);
    this.stream = new Stream(main.dataset.path, Number(main.dataset.version), {
      take: (message, back) => this.take(message, back),
      lost: () => this.lost(Boolean(this.asked)),
      ended: () => this.ended(),
    });
    this.dragging = new Dragging({
      hold: (on) => this.stream.hold(on),
      play: (tile, move) => this.play(tile, move),
      back: () => this.announce(this.words.tile_back),
      lift: () => this.choosing.tile && this.choosing.close(false),
      looked: fit,
    });
    this.wire();
    this.dress();
  }

  // What comes

  take(message, back) {
    if (this.position !== message.position) {
      this.remark = null;
      this.choosing.hint(null);
      if (this.choosing.tile) this.choosing.close(false); // it was asked for a table that is gone
    }
    this.position = message.position;
    const before = this.state;
    this.tell = message.tell;
    this.state = message.state;
    if (before && before.language !== message.state.language) {
      location.reload();
      return;
    }
    const inside = this.holdsFocus();
    guarded(() => this.show(message.fragments), (id) => this.refocus(id));
    const { asked } = this;
    if (asked && (message.version >= asked.version || message.position !== asked.position)) this.answered();
    this.main.dataset.version = message.version;
    this.main.dataset.must = message.state.must;
    if (before?.over !== message.state.over) remember(this.main.dataset.path, document.querySelector("h1").textContent, message.state.over);
    if (!before) this.greet(message.events.length > 0 || back);
    this.tellAll(message, back);
    this.news();
    if (inside && !before?.round_over && message.state.round_over && !location.hash) byId("result-title")?.focus();
  }

  /** What eyes see on a page that has just come, said once; whose turn it is only where nothing has happened since. */
  greet(more) {
    const lines = JSON.parse(this.main.dataset.greeting);
    if (more) lines.pop();
    this.main.dataset.greeted = lines.length;
    this.last = lines.join(" ");
    for (const line of lines) this.polite.say(line);
  }

  /** All that a message tells: one announcement. After a loss also that it is over, and in any case whose turn it is. */
  tellAll({ events, snapshot }, back) {
    const said = [];
    const say = (text, along) => {
      said.push(text);
      this.polite.say(text, along);
    };
    if (back || (events.length && this.unanswered)) this.trouble(false);
    if (back && !snapshot) say(events.length ? this.words.back : `${this.words.back} ${this.tell.turn}`);
    for (const event of events) this.happened(event, snapshot, say);
    if (back && events.length && !events.some((event) => TURNS.has(event.kind))) say(this.tell.turn);
    if (said.length) this.last = said.join(" ");
  }

  /** For eyes, what happened since one's own last action; a hint as long as it counts. */
  news() {
    const [there, text] = [byId("news"), this.remark ?? this.tell.last ?? ""];
    if (there && there.textContent !== text) there.textContent = text;
  }

  /** Something that is shown in place of the news until something happens. */
  remarked(text) {
    this.remark = text;
    this.news();
  }

  show(fragments) {
    this.hand.remember();
    morph(fragments);
    this.dress();
  }

  /** What only the script knows of is given to the new elements again. */
  dress() {
    this.hand.refresh();
    this.choosing.refresh();
    fit();
    if (settings.numerals) writeNumerals(true);
    this.log.follow();
  }

  happened(event, snapshot, say) {
    if (event.log && !snapshot) this.log.add(event);
    const text = settings.announcements === "brief" ? event.brief : event.text;
    say(text, event.sound && (() => this.sounds.play(event.sound)));
  }

  /** Say something that can be heard again. */
  announce(text, along = null) {
    this.last = text;
    this.polite.say(text, along);
  }

  /** Somebody has left with this seat, in another window. */
  ended() {
    remember(this.main.dataset.path, "", true);
    this.alarm(this.words.ended);
  }

  // The focus

  /** Whether the focus is in the game, or nowhere: then the end of a round may take it. */
  holdsFocus() {
    const active = document.activeElement;
    return !active || active === document.body || Boolean(active.closest("#hand, #choices, #actions, #table"));
  }

  /** What held the focus is gone: on to the next tile, else to a button, never to nowhere. */
  refocus(gone) {
    const heading = this.state?.round_over ? byId("result-title") : null;
    const button = ["go", "next", "draw", "pass"].map((name) => byId(`act-${name}`));
    const able = button.find((one) => one && one.getAttribute("aria-disabled") !== "true");
    const to = heading ?? this.hand.after(gone) ?? able ?? document.querySelector("#actions button");
    to?.focus({ preventScroll: true });
  }

  // What is done

  play(tile, move) {
    byId(tile)?.focus({ preventScroll: true });
    this.act("play", { move });
  }

  /** Ask for something that is made for the position as it is shown; once until it is answered and shown. */
  async act(what, fields = {}) {
    const same = JSON.stringify([what, fields]);
    if (this.asked) {
      if (this.asked.same !== same || performance.now() - this.asked.at > TWICE) this.busy();
      return;
    }
    const mine = { position: this.position, version: Infinity, same, at: performance.now() };
    this.asked = mine;
    this.urgent.clear();
    const { ok, data, silent } = await ask(`${this.main.dataset.path}/${what}`, { position: mine.position, ...fields });
    if (ok && data.version > this.stream.version) {
      mine.version = data.version;
      setTimeout(() => this.asked === mine && this.stream.renew(), LATE);
    } else if (this.asked === mine) this.answered(); // shown already: the stream may be ahead of the answer
    if (!ok) this.failed(data, silent, mine.at);
  }

  /** Something is still under way. */
  busy() {
    this.polite.say(this.words.busy);
    this.remarked(this.words.busy);
  }

  /** Nothing is under way any more. */
  answered() {
    this.asked = null;
    if (this.remark === this.words.busy) this.remarked(null);
  }

  /** What was asked for is not done: why, or that nobody says why. `at`: when it was asked for, if it was an action. */
  failed(data, silent, at = null) {
    if (data.text) this.refuse(data.text);
    else if (silent) {
      this.trouble(true);
      this.refuse(this.words.silent);
    } else {
      if (at === null || at > this.toldLost) this.lost(at !== null);
      this.stream.doubt();
    }
  }

  /** The connection is lost; `doing`: with something under way, of which nobody knows whether it has arrived. */
  lost(doing) {
    if (doing) this.toldLost = performance.now();
    this.refuse(doing ? this.words.lost_doing : this.words.lost);
  }

  /** Whether something was not answered: what tells so is taken away as soon as all is well. */
  trouble(there) {
    this.unanswered = there;
    if (!there) this.urgent.clear();
  }

  refuse(text) {
    this.alarm(text, () => this.sounds.play("refused"));
  }

  alarm(text, along = null) {
    this.last = text;
    this.urgent.clear();
    this.urgent.say(text, along);
  }

  /** A tile of the hand was chosen, by whatever means. */
  choose(tile) {
    const places = placesOf(tile);
    if (this.choosing.tile && this.choosing.tile !== tile.id) this.choosing.close(false);
    if (places.length > 1) this.choosing.open(tile);
    else if (places.length) this.play(tile.id, places[0].move);
    else this.refuse(tile.dataset.why || this.tell.turn);
  }

  command(name) {
    if (name === "go" && byId("act-next")) name = "next"; // one key for both
    const button = byId(`act-${name}`);
    if (button?.dataset.why || button?.getAttribute("aria-disabled") === "true") this.refuse(button.dataset.why || this.tell.turn);
    else if (name === "hint") this.hint();
    else this.act(name);
  }

  async hint() {
    if (this.asked || this.thinking) {
      if (this.asked) this.busy();
      else this.polite.say(this.words.busy);
      return;
    }
    const { position, remark } = this;
    this.thinking = true;
    this.polite.say(this.words.hint_wait);
    this.remarked(this.words.hint_wait);
    const { ok, data, silent } = await ask(`${this.main.dataset.path}/hint`, { position }, THINKING);
    this.thinking = false;
    if (position !== this.position) return; // too late: something has been done meanwhile
    this.remarked(ok ? data.text : remark);
    if (ok) {
      this.choosing.hint(data.move);
      this.announce(data.text);
    } else this.failed(data, silent);
  }

  async invite(fields) {
    const { ok, data, silent } = await ask(`${this.main.dataset.path}/invite`, fields);
    if (!ok) {
      this.failed(data, silent);
      return;
    }
    byId("invitation").hidden = false;
    const link = byId("invitation-link");
    link.value = data.link;
    link.focus();
    link.select();
  }

  async change(fields) {
    const { ok, data, silent } = await ask(`${this.main.dataset.path}/settings`, fields);
    if (!ok) this.failed(data, silent);
    return ok;
  }

  // Wires

  wire() {
    document.addEventListener("submit", (event) => this.submitted(event));
    document.addEventListener("change", (event) => {
      if (event.target.id === "pace") this.change({ pace: event.target.value });
    });
    this.main.addEventListener("click", (event) => {
      const asks = event.target.closest("[data-tell]");
      if (asks) this.say(asks.dataset.tell);
      else if (event.target.closest("#boneyard .back")) this.command("draw");
    });
    addEventListener("resize", fit);
    listen(this.main, {
      tell: (what) => this.say(what),
      act: (name) => this.command(name),
      help: () => this.open("keys"),
    });
    for (const name of ["keys", "settings"]) byId(`open-${name}`).addEventListener("click", () => this.open(name));
    document.addEventListener("click", (event) => {
      const copies = event.target.closest("[data-copy]");
      if (copies) this.copy(byId(copies.dataset.copy));
    });
    settle(byId("settings-form"), (name) => {
      look();
      if (name === "numerals") writeNumerals(settings.numerals);
      if (name === "volume" || name === "sound") this.sounds.play("play");
    });
    byId("settings-form").elements.language.addEventListener("change", async (event) => {
      if (await this.change({ language: event.target.value })) location.reload();
    });
  }

  /** What a key asks for: the last announcement again, or how something stands, which is no announcement. */
  say(what) {
    const asks = what === "turn" && byId(this.choosing.tile)?.dataset.ask; // where a tile is to go
    this.polite.say(what === "again" ? this.last : asks || this.tell[what]);
  }

  open(name) {
    byId(name).showModal();
    byId(`${name}-title`).focus();
  }

  async copy(link) {
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      link.select();
      if (!document.execCommand("copy")) return; // addresses of a home network are no secure context
    }
    this.announce(this.words.link_copied);
    this.remarked(this.words.link_copied);
  }

  submitted(event) {
    const what = event.target.dataset.do;
    if ("gone" in event.target.dataset) remember(this.main.dataset.path, "", true); // that seat is given up
    if (!what) return;
    event.preventDefault();
    const button = event.submitter;
    const fields = Object.fromEntries(new FormData(event.target));
    if (what === "play") {
      if (button?.name === "tile") this.choose(button);
      else this.act("play", { move: button.value });
    } else if (what === "invite") this.invite(fields);
    else if (what === "settings") this.change(fields);
    else if (what === "hint" || DONE.has(what)) this.command(what);
  }
}

const main = byId("match");
if (main) new Page(main);
