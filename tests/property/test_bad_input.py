"""Whatever is given: an answer or an error of the package that says what and where, nothing changed, no crash."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import cases, notation, strategies

import dominoes as dm

RECORDS = [case["record"] for case in cases.load("traces.jsonl")[::6]]
MATCHES = [case["record"] for case in cases.load("golden/matches.jsonl")[::6]]

REFUSED = object()
EXPECTED = (dm.DominoesError, TypeError)


def answer(call: Any, *arguments: Any, errors: Any = EXPECTED, **named: Any) -> Any:
    """What a call gives; REFUSED where it raises one of the errors that it may, which must say something."""
    try:
        return call(*arguments, **named)
    except errors as error:
        if not str(error):
            raise AssertionError("an error without a text") from error
        return REFUSED


junk: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-3, 30),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(("6-6", "draw", "pass", "6-4@R", "highest-tile", "table", [64, 36])),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
move_texts = st.one_of(
    st.text(max_size=20),
    st.sampled_from(notation.every_action(7)),
    st.sampled_from(notation.every_action(6)).flatmap(
        lambda text: st.tuples(st.integers(0, len(text)), st.text(max_size=2)).map(
            lambda cut: text[: cut[0]] + cut[1] + text[cut[0] :]
        )
    ),
    st.from_regex(r"\s*\d{1,3}\s?-\s?\d{1,3}(@[LRUDlrud](:[a-z-]{0,12})?)?\s*", fullmatch=True),
)


@given(text=move_texts)
@settings(max_examples=strategies.examples(3))
def test_any_text_as_a_move(text: str) -> None:
    """Read as what it says, or a NotationError; a round is untouched by what it refuses."""
    rnd = dm.Round.deal(dm.Rules("table"), seed=1)
    rnd.play(rnd.legal_moves()[0])
    before, legal = rnd.copy(), rnd.legal_moves()
    move = answer(dm.Move, text, errors=dm.NotationError)
    if move is REFUSED:
        with pytest.raises(dm.NotationError):
            rnd.play(text)
        assert rnd == before
        return
    assert dm.Move(str(move)) is move
    if move in legal:
        assert rnd.play(text) is move
        assert rnd.undo() is move
    else:
        with pytest.raises(dm.IllegalMove) as caught:
            rnd.play(text)
        assert caught.value.reason == rnd.why_not(text)
        assert str(caught.value) == str(rnd.why_not(move))
    assert rnd == before


@given(value=junk)
@settings(max_examples=strategies.examples(2))
def test_anything_as_a_move_or_a_tile(value: Any) -> None:
    rnd = dm.Round.deal(dm.Rules("draw"), seed=1)
    before = rnd.copy()
    for call in (dm.Move, dm.Tile, rnd.play, rnd.why_not, rnd.is_legal):
        answer(call, value)
        if rnd != before:
            rnd.undo()
        assert rnd == before


OPTIONS = tuple(dm.Rules("draw").options())


@given(preset=st.sampled_from(dm.PRESETS), name=st.one_of(st.sampled_from(OPTIONS), st.text(max_size=12)), value=junk)
@settings(max_examples=strategies.examples(4))
def test_any_option_value(preset: str, name: str, value: Any) -> None:
    """Rules that are what was asked, or a RulesError that names the option."""
    if name in ("self", "preset"):
        return
    try:
        rules = dm.Rules(preset, **{name: value})
    except dm.RulesError as error:
        shown = str(error)
        assert name in shown or repr(name)[:20] in shown or any(option in shown for option in OPTIONS)
        return
    meant = tuple(value) if name == "table" and value is not None else value
    assert type(getattr(rules, name)) is type(meant)
    assert getattr(rules, name) == meant
    assert dm.Rules.from_dict(rules.to_dict()) == rules
    dm.Round.deal(rules, seed=1, starter=None if rules.opening == "highest-tile" else 0)


@given(data=st.one_of(st.binary(max_size=200), junk.map(lambda value: json.dumps(value).encode())))
@settings(max_examples=strategies.examples(3))
def test_any_bytes_as_a_record(data: bytes) -> None:
    with pytest.raises(dm.RecordError) as caught:
        dm.Record.loads(data)
    assert str(caught.value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every part of a JSON value."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        found += places(part, (*path, key))
    return found


def changed(value: Any, path: tuple[Any, ...], how: str, new: Any) -> Any:
    """The value with one part replaced, removed, or given twice."""
    made = copy.deepcopy(value)
    if not path:
        return new
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    if how == "remove":
        del inner[path[-1]]
    elif how == "repeat" and isinstance(inner, list):
        inner.insert(path[-1], inner[path[-1]])
    else:
        inner[path[-1]] = new
    return made


@given(
    record=st.sampled_from(RECORDS + MATCHES),
    how=st.sampled_from(("remove", "repeat", "replace")),
    new=junk,
    data=st.data(),
)
@settings(max_examples=strategies.examples(3))
def test_a_record_with_one_thing_wrong(record: dict[str, Any], how: str, new: Any, data: st.DataObject) -> None:
    """Loaded and replayed to what it now says, or a RecordError that says where."""
    path = data.draw(st.sampled_from(places(record)))
    made = changed(record, path, how, new)
    loaded = answer(dm.Record.from_dict, made, errors=dm.RecordError)
    match = REFUSED if loaded is REFUSED else answer(loaded.replay, errors=dm.RecordError)
    if match is REFUSED:
        return
    assert dm.Record.from_dict(loaded.to_dict()) == loaded
    for number, rnd in enumerate(match.rounds):
        assert rnd.moves == loaded.rounds[number].actions
        written = loaded.rounds[number].result
        assert written is None or rnd.result == dm.Result(written.reason, written.winner, written.points)


@given(record=st.sampled_from(RECORDS[:6]), data=st.data())
@settings(max_examples=strategies.examples(1))
def test_a_record_with_bytes_wrong(record: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(record).encode()
    at = data.draw(st.integers(0, len(text) - 1))
    made = text[:at] + data.draw(st.binary(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    answer(lambda: dm.Record.loads(made).replay(), errors=dm.RecordError)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        path.write_bytes(made)
        answer(dm.Record.load, path, errors=dm.RecordError)


@given(hands=junk, boneyard=junk, starter=junk, scores=st.one_of(st.none(), junk), first=st.one_of(st.none(), junk))
@settings(max_examples=strategies.examples(2))
def test_anything_as_a_given_round(hands: Any, boneyard: Any, starter: Any, scores: Any, first: Any) -> None:
    for rules in (dm.Rules("draw"), dm.Rules("all-fives")):
        given = {"hands": hands, "boneyard": boneyard, "starter": starter, "scores": scores, "first": first}
        rnd = answer(dm.Round, rules, **given)
        assert rnd is REFUSED or rnd.legal_moves()


@given(value=junk)
@settings(max_examples=strategies.examples(1))
def test_anything_as_a_seed_or_a_number(value: Any) -> None:
    rules = dm.Rules("draw")
    calls = (
        lambda: dm.Round.deal(rules, seed=value),
        lambda: dm.Round.deal(rules, seed=1, number=value),
        lambda: dm.Match(rules, ["random", "random"], seed=value),
        lambda: dm.Match(rules, ["random", value], seed=1),
        lambda: dm.Match(rules, value, seed=1),
        lambda: dm.Match(rules, ["random", "random"], seed=1, scores=value),
        lambda: dm.playouts(rules, n=1, seed=value),
        lambda: dm.playouts(rules, n=2, seed=1, threads=value),
        lambda: dm.tile_set(value),
        lambda: dm.Round.deal(rules, seed=1).view(value),
    )
    for call in calls:
        answer(call)
