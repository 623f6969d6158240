//! What this program uses of dominoes.h, written out for Rust. `check` compares it with the library: a struct that is not
//! the library's own is found before it does harm.
#![allow(dead_code)]

use std::ffi::{c_char, c_int, c_void, CStr};
use std::mem::size_of;

pub const ABI: c_int = 1;
pub const MAX_PLAYERS: usize = 4;
pub const ACTION_TEXT: usize = 24;
pub const PRESET_NAMES: c_int = 0;
pub const PLAYER_NAMES: c_int = 2;
pub const RESULT_NAMES: c_int = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Rules {
    pub players: i32,
    pub max_pip: i32,
    pub hand_size: i32,
    pub draw: i32,
    pub voluntary_draw: i32,
    pub boneyard_floor: i32,
    pub opening: i32,
    pub opening_tile: i32,
    pub next_opening: i32,
    pub table_width: i32,
    pub table_height: i32,
    pub turns: i32,
    pub spinner: i32,
    pub count_multiple: i32,
    pub scoring: i32,
    pub round_to: i32,
    pub partners: i32,
    pub target: i32,
    pub redeal_doubles: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct TileSet {
    pub word: [u64; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Laid {
    pub tile: u8,
    pub end: i8,
    pub placement: u8,
    pub parent: i16,
    pub inner: u8,
    pub outer: u8,
    pub direction: u8,
    pub x1: u8,
    pub y1: u8,
    pub x2: u8,
    pub y2: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct End {
    pub open: u8,
    pub number: u8,
    pub is_double: u8,
    pub fits: u8,
    pub last: i16,
    pub direction: u8,
    pub x: u8,
    pub y: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Round {
    pub rules: Rules,
    pub magic: u32,
    pub words: u8,
    pub starter: u8,
    pub seat: u8,
    pub passes: u8,
    pub drawn: u8,
    pub reason: u8,
    pub winner: i8,
    pub viewer: i8,
    pub forced: i16,
    pub spinner: i16,
    pub spinner_sides: u8,
    pub hand_count: [u8; MAX_PLAYERS],
    pub hand_dealt: [u8; MAX_PLAYERS],
    pub dealt_count: u8,
    pub boneyard_at: u8,
    pub laid_count: i16,
    pub action_count: i16,
    pub scores_before: [i32; MAX_PLAYERS],
    pub play_points: [i32; MAX_PLAYERS],
    pub end_points: [i32; MAX_PLAYERS],
    pub hand: [TileSet; MAX_PLAYERS],
    pub end: [End; 4],
    pub dealt: [u8; 190],
    pub row: [u64; 64],
    pub laid: [Laid; 190],
    pub actions: [u16; 1536],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Match {
    pub magic: u32,
    pub number: u32,
    pub deal_key: [u8; 32],
    pub opener_key: [u8; 32],
    pub player_key: [[u8; 32]; MAX_PLAYERS],
    pub round: Round,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Stream {
    pub s: [u64; 4],
}

extern "C" {
    pub fn dom_version() -> *const c_char;
    pub fn dom_strerror(code: c_int) -> *const c_char;
    pub fn dom_abi_check(abi: c_int, struct_name: *const c_char, size: usize) -> c_int;
    pub fn dom_name(names: c_int, number: c_int) -> *const c_char;
    pub fn dom_find(names: c_int, name: *const c_char) -> c_int;
    pub fn dom_preset(rules: *mut Rules, preset: c_int, players: c_int) -> c_int;
    pub fn dom_action_text(action: c_int, text: *mut c_char, size: usize) -> c_int;
    pub fn dom_seen_by(round: *const Round, seat: c_int, view: *mut Round) -> c_int;
    pub fn dom_apply(round: *mut Round, action: c_int) -> c_int;
    pub fn dom_scores(round: *const Round, scores: *mut i32) -> c_int;
    pub fn dom_match_start(
        m: *mut Match,
        rules: *const Rules,
        seed: *const c_void,
        seed_size: usize,
        scores: *const i32,
    ) -> c_int;
    pub fn dom_match_deal(m: *mut Match) -> c_int;
    pub fn dom_match_winner(m: *const Match, side: *mut c_int) -> c_int;
    pub fn dom_match_chance(m: *const Match, seat: c_int, stream: *mut Stream) -> c_int;
    pub fn dom_choose(
        view: *const Round,
        player: c_int,
        level: c_int,
        worlds: c_int,
        stream: *mut Stream,
        stop: *const i32,
        action: *mut c_int,
    ) -> c_int;
}

/// The library's constant text behind a pointer of its own.
pub fn text(pointer: *const c_char) -> &'static str {
    if pointer.is_null() {
        return "?";
    }
    // SAFETY: the library's texts are constants, in ASCII, with a zero at their ends.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or("?")
}

/// Whether the structs above are those of the library at hand.
pub fn check() -> c_int {
    let sizes: [(&CStr, usize); 4] = [
        (c"dom_rules", size_of::<Rules>()),
        (c"dom_round", size_of::<Round>()),
        (c"dom_match", size_of::<Match>()),
        (c"dom_stream", size_of::<Stream>()),
    ];
    // SAFETY: the names end with a zero.
    sizes
        .iter()
        .map(|(name, size)| unsafe { dom_abi_check(ABI, name.as_ptr(), *size) })
        .find(|status| *status != 0)
        .unwrap_or(0)
}
