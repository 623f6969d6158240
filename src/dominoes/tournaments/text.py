"""A tournament's table as lines of text, for people."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .moments import Estimate
    from .table import Cell, Standing, TournamentTable

__all__ = ["of_table"]

_TIMES: Final = {2: "twice", 3: "three times", 4: "four times"}


def of_table(table: TournamentTable, *, ascii: bool = False) -> str:
    """The setting, the standings, the cross-tables and the faults; with ``ascii``, +- stands for the sign of both."""
    blocks = [_setting(table), _aligned(_standings(table), ascii)]
    blocks += [[title, *_aligned(rows, ascii)] for title, rows in _crosses(table)]
    blocks.append(_faults(table.standings))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _setting(table: TournamentTable) -> list[str]:
    rules = table.rules
    seats = f"{rules.players} players" + (" in two teams" if rules.partners else "")
    games = table.deals * table.seatings
    what = "deal" if table.kind == "rounds" else "match's deals"
    cells = "for each one alone among players of another" if table.alone else "for each pair"
    lines = [
        f"Tournament of {table.kind}: {rules.preset_name}, {seats}. Seed: {table.seed}.",
        f"{_number(table.deals, what, table.kind)}, each played {_TIMES[table.seatings]} with the seats changed: "
        f"{games} {table.kind} {cells}. Even share: {100 * table.even:.1f} %.",
    ]
    if table.reached is not None:
        widest = f"The widest half-width is {_percent(table.half_width / 100)} points of share"
        lines.append(f"{widest}, {table.until:g} asked for{'.' if table.reached else ': more games are needed.'}")
    return lines


def _number(count: int, what: str, kind: str) -> str:
    if kind == "matches":
        return f"The deals of {count} {'match' if count == 1 else 'matches'}"
    return f"{count} {what}{'' if count == 1 else 's'}"


def _standings(table: TournamentTable) -> list[list[str]]:
    columns: list[tuple[str, Callable[[Standing], str]]] = [
        (f"{table.kind} won, %", lambda standing: _share(standing.share)),
    ]
    if table.kind == "matches":
        columns.append(("rounds won, %", lambda standing: _share(standing.round_share)))
    columns += [
        ("points a round", lambda standing: _plus_minus(standing.points, 2)),
        ("Elo", lambda standing: _plus_minus(standing.elo, 0, sign=True)),
    ]
    if any(standing.faults for standing in table.standings):
        columns.append(("forfeits", lambda standing: str(standing.faults)))
    rows = [["", *(title for title, _ in columns)]]
    return rows + [[standing.name, *(tell(standing) for _, tell in columns)] for standing in table.standings]


def _crosses(table: TournamentTable) -> list[tuple[str, list[list[str]]]]:
    """The cells. With two entrants the standings say all but what nobody won."""
    against = "one of the row alone among players of the column" if table.alone else "the row against the column"
    kind = table.kind.capitalize()
    found: list[tuple[str, Callable[[Cell], str]]] = []
    if len(table.entrants) > 2:
        found.append((f"{kind} won, %, {against}:", lambda cell: _share(cell.share)))
        if table.kind == "matches":
            found.append((f"Rounds won, %, {against}:", lambda cell: _share(cell.round_share)))
        found.append((f"Points a round, {against}:", lambda cell: _plus_minus(cell.points, 2)))
    if any(cell.tied for cell in table.cells.values()):
        found.append((f"{kind} that nobody won, %:", lambda cell: _percent(cell.tied)))
    return [(title, _cross(table, tell)) for title, tell in found]


def _cross(table: TournamentTable, tell: Callable[[Cell], str]) -> list[list[str]]:
    """The columns have the rows' numbers, so that long names leave room."""
    names = [standing.name for standing in table.standings]
    rows = [["", *(str(number) for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, 1):
        rows.append([f"{number} {name}", *("-" if name == other else tell(table[name, other]) for other in names)])
    return rows


def _faults(standings: Sequence[Standing]) -> list[str]:
    return [
        f"{standing.name} forfeited {standing.faults} {'round' if standing.faults == 1 else 'rounds'}; the first: "
        f"{standing.first_fault}"
        for standing in standings
        if standing.faults
    ]


def _aligned(rows: Sequence[Sequence[str]], ascii: bool) -> list[str]:
    """The first column to the left, the others to the right."""
    if ascii:
        rows = [[cell.replace("±", "+-") for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *rest in rows:
        cells = [text.rjust(width) for text, width in zip(rest, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]))
    return lines


def _share(estimate: Estimate) -> str:
    return f"{_percent(estimate.value)} ± {_percent(estimate.half_width)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}" if math.isfinite(share) else "?"


def _plus_minus(estimate: Estimate, digits: int, *, sign: bool = False) -> str:
    value = f"{estimate.value:{'+' if sign else ''}.{digits}f}"
    return f"{value} ± {estimate.half_width:.{digits}f}" if math.isfinite(estimate.half_width) else f"{value} ± ?"
