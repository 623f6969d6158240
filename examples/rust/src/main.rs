//! A match between two players of the library, told round by round: `match [PRESET [PLAYER [PLAYER [SEED]]]]`.

mod raw;

use std::env;
use std::ffi::{c_int, CString};
use std::process::ExitCode;
use std::ptr;

/// What went wrong: a code of the library, and where.
struct Error(c_int, String);

fn done(status: c_int, what: &str) -> Result<c_int, Error> {
    if status == 0 {
        Ok(0)
    } else {
        Err(Error(status, what.to_string()))
    }
}

fn number_of(names: c_int, name: &str) -> Result<c_int, Error> {
    let text = CString::new(name).map_err(|_| Error(-17, name.to_string()))?;
    // SAFETY: the text ends with a zero.
    let found = unsafe { raw::dom_find(names, text.as_ptr()) };
    if found < 0 {
        Err(Error(found, name.to_string()))
    } else {
        Ok(found)
    }
}

/// A match that is set up, since there is no other way to have one.
struct Match(Box<raw::Match>);

impl Match {
    fn new(preset: &str, seed: &str) -> Result<Match, Error> {
        let preset_number = number_of(raw::PRESET_NAMES, preset)?;
        // SAFETY: the structs are plain numbers, for which zeros are values; `check` has compared their sizes.
        unsafe {
            let mut rules: raw::Rules = std::mem::zeroed();
            let mut made: Box<raw::Match> = Box::new(std::mem::zeroed());
            done(raw::dom_preset(&mut rules, preset_number, 0), preset)?;
            done(
                raw::dom_match_start(
                    &mut *made,
                    &rules,
                    seed.as_ptr().cast(),
                    seed.len(),
                    ptr::null(),
                ),
                "start",
            )?;
            Ok(Match(made))
        }
    }

    /// What a player does in the view of the seat to act, by a chance of its own.
    fn choice(&self, player: c_int) -> Result<c_int, Error> {
        let seat = c_int::from(self.0.round.seat);
        let mut action = 0;
        // SAFETY: the round is set up, and so is the view where `dom_seen_by` succeeds.
        unsafe {
            let mut view: Box<raw::Round> = Box::new(std::mem::zeroed());
            let mut chance: raw::Stream = std::mem::zeroed();
            done(raw::dom_seen_by(&self.0.round, seat, &mut *view), "view")?;
            done(raw::dom_match_chance(&*self.0, seat, &mut chance), "chance")?;
            done(
                raw::dom_choose(&*view, player, 0, 0, &mut chance, ptr::null(), &mut action),
                "choice",
            )?;
        }
        Ok(action)
    }

    fn play_round(&mut self, players: [c_int; 2]) -> Result<(), Error> {
        while self.0.round.reason == 0 {
            let action = self.choice(players[usize::from(self.0.round.seat % 2)])?;
            // SAFETY: the round is set up; the library checks the action.
            done(unsafe { raw::dom_apply(&mut self.0.round, action) }, "play")?;
        }
        Ok(())
    }

    fn deal(&mut self) -> Result<c_int, Error> {
        // SAFETY: the match is set up.
        done(unsafe { raw::dom_match_deal(&mut *self.0) }, "deal")
    }

    fn scores(&self) -> Result<Vec<i32>, Error> {
        let mut scores = [0; raw::MAX_PLAYERS];
        // SAFETY: there is room for every seat.
        done(
            unsafe { raw::dom_scores(&self.0.round, scores.as_mut_ptr()) },
            "scores",
        )?;
        Ok(scores[..self.0.round.rules.players as usize].to_vec())
    }

    /// The seat that has won, with partners the team; nothing while the match is on.
    fn winner(&self) -> Result<Option<c_int>, Error> {
        let mut side = -1;
        // SAFETY: the match is set up.
        done(
            unsafe { raw::dom_match_winner(&*self.0, &mut side) },
            "winner",
        )?;
        Ok((side >= 0).then_some(side))
    }

    fn tell(&self) -> Result<(), Error> {
        let round = &self.0.round;
        let mut first = [0; raw::ACTION_TEXT];
        // SAFETY: the buffer has the size that it says.
        done(
            unsafe {
                raw::dom_action_text(
                    c_int::from(round.actions[0]),
                    first.as_mut_ptr(),
                    first.len(),
                )
            },
            "text",
        )?;
        let opening: String = first
            .iter()
            .take_while(|byte| **byte != 0)
            .map(|byte| *byte as u8 as char)
            .collect();
        // SAFETY: any number may be asked for.
        let reason =
            raw::text(unsafe { raw::dom_name(raw::RESULT_NAMES, c_int::from(round.reason)) });
        let scores: Vec<String> = self.scores()?.iter().map(i32::to_string).collect();
        println!(
            "round {}: opened with {opening}, {} tiles laid, {reason}, scores {}",
            self.0.number,
            round.laid_count,
            scores.join(" ")
        );
        Ok(())
    }
}

fn play(words: &[String]) -> Result<(), Error> {
    let word =
        |place: usize, otherwise: &'static str| words.get(place).map_or(otherwise, String::as_str);
    let names = [word(1, "pinocchio"), word(2, "buratino")];
    let players = [
        number_of(raw::PLAYER_NAMES, names[0])?,
        number_of(raw::PLAYER_NAMES, names[1])?,
    ];
    let mut game = Match::new(word(0, "draw"), word(3, "1"))?;
    loop {
        game.play_round(players)?;
        game.tell()?;
        if let Some(side) = game.winner()? {
            println!("{} wins", names[side as usize % 2]);
            return Ok(());
        }
        game.deal()?;
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let outcome = done(raw::check(), "dominoes.h and this program").and_then(|_| play(&words));
    let Err(Error(code, what)) = outcome else {
        return ExitCode::SUCCESS;
    };
    // SAFETY: any number may be asked for.
    eprintln!(
        "match: {what}: {}",
        raw::text(unsafe { raw::dom_strerror(code) })
    );
    ExitCode::from(2)
}
