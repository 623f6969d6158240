"""Perfect play with every tile known: the search of ``csrc/solve.c``, step by step the same.

Two sides: the teams, the two players, or the opener against the rest. Every value is side 0's points of the whole round
minus side 1's. The root narrows an interval by asking "does the value reach beta?" (null windows, Plaat's MTD(f)). What
the answers prove of a position stays true whatever is asked later, so a table keeps it, and stopping half way leaves an
honest interval.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from dominoes._twin import rules
from dominoes._twin.playout import flat
from dominoes._twin.solvable import NO_BOUND, ChainPosition, Interval, RoundPosition, Solvable, Stakes, is_plain

if TYPE_CHECKING:
    from dominoes._twin.state import State

__all__ = ["Answer", "solve"]

Answer = tuple[int, int, tuple[int, ...], int, tuple[tuple[int, int, int], ...]]
"""``(lower, upper, line, nodes, roots)``; a root is ``(action, lower, upper)``."""

_MOST_ENTRIES: Final = 1 << 32
_MOST_NODES: Final = (1 << 64) - 1
_BETWEEN_LOOKS: Final = 1024
"""Nodes between two looks at the flag."""
_NO_HINT: Final = -1
_UNKNOWN: Final = (-1, -NO_BOUND, NO_BOUND, _NO_HINT)


def solve(
    state: State, entries: int, max_nodes: int, stop: Any, opener_against_rest: object, all_roots: object
) -> Answer:
    """``State.solve`` of a state that may be played on; it is used up."""
    against_rest, each = bool(opener_against_rest), bool(all_roots)
    entries, max_nodes, flag = asked(state._spec, state._turn < 0, entries, max_nodes, stop, against_rest)
    return _Search(state, Stakes(state, against_rest), entries, max_nodes, flag).answer(each)


def asked(
    spec: rules.Spec, over: bool, entries: int, max_nodes: int, stop: Any, against_rest: bool
) -> tuple[int, int, memoryview | None]:
    """``(entries, max_nodes, flag)``, checked, of a round by a spec that is over or not."""
    entries, max_nodes = index(entries), index(max_nodes)
    if not 1 <= entries <= _MOST_ENTRIES:
        raise ValueError(f"a table has 1 to {_MOST_ENTRIES} entries")
    if not 0 <= max_nodes <= _MOST_NODES:
        raise ValueError(f"a limit of nodes is 0 (none) to {_MOST_NODES}")
    flag = None if stop is None else flat("stop", stop, 1)
    if over:
        raise ValueError("the round is over: nothing is left to solve")
    players = spec[rules.PLAYERS]
    if players > 2 and not spec[rules.PARTNERS] and not against_rest:
        raise ValueError(f"{players} players without partners have no two sides: ask for the opener against the rest")
    return entries, max_nodes, flag


class _Node:
    """A position that is being looked into: what is left to try, and the best so far."""

    __slots__ = ("action", "best", "best_action", "child", "key", "left", "maximizes", "position")

    child: Solvable
    action: int
    """What led to the child."""

    def __init__(self, position: Solvable, key: int, hint: int) -> None:
        self.position = position
        self.key = key
        self.left = position.actions(hint)[::-1]
        self.maximizes = position.maximizes()
        self.best = -NO_BOUND if self.maximizes else NO_BOUND
        self.best_action = self.left[-1]

    def next(self) -> Solvable:
        """Go on to the next child."""
        self.action = self.left.pop()
        self.child = self.position.after(self.action)
        return self.child

    def hear(self, value: int) -> None:
        """Come back from the child with its value."""
        self.child.back()
        if value > self.best if self.maximizes else value < self.best:
            self.best, self.best_action = value, self.action

    def is_decided(self, beta: int) -> bool:
        """Whether no further child changes the answer."""
        return not self.left or (self.best >= beta if self.maximizes else self.best < beta)


class _Search:
    """One search: its table, its limits, its count of nodes."""

    def __init__(self, state: State, stakes: Stakes, entries: int, max_nodes: int, flag: memoryview | None) -> None:
        self.state = state
        self.stakes = stakes
        self.mask = (1 << (entries.bit_length() - 1)) - 1
        self.table: dict[int, tuple[int, int, int, int]] = {}
        """By the key's last bits: the key, the lower and the upper bound, the best action."""
        self.max_nodes = max_nodes
        self.flag = flag
        self.nodes = 0
        self.stopped = False
        self.plain = is_plain(state)
        self.maximizes = self._maximizes()

    def answer(self, all_roots: bool) -> Answer:
        known = RoundPosition(self.state, self.stakes).bounds()
        roots: list[tuple[int, int, int]] = []
        if all_roots:
            roots = self._narrow_each(known)
            better = max if self.maximizes else min
            lower, upper = (better(root[place] for root in roots) for place in (1, 2))
        else:
            lower, upper = self._narrow_root(known)
        nodes = self.nodes
        line = self._line(lower) if lower == upper else ()
        return lower, upper, line, nodes, tuple(roots)

    # The search.

    def _reaches(self, position: Solvable, beta: int) -> int:
        """Does the value reach beta? A proven bound: it is at least what comes back if that does, else at most.

        Rounds can be longer than Python's recursion is deep, so the way down is a list.
        """
        path: list[_Node] = []
        value = self._look(position, beta, path)
        while path:
            node = path[-1]
            if value is not None:
                node.hear(value)
            if self.stopped:
                path.pop()
                value = 0
            elif node.is_decided(beta):
                path.pop()
                value = node.best
                self._remember(node, beta)
            else:
                value = self._look(node.next(), beta, path)
        assert value is not None
        return value

    def _look(self, position: Solvable, beta: int, path: list[_Node]) -> int | None:
        """The answer where it is known; else the position joins the path."""
        final = position.final_value()
        if final is not None:
            return final
        if self._is_out_of_budget():
            return 0
        lower, upper = position.bounds()
        if lower >= beta:
            return lower
        if upper < beta:
            return upper
        key = position.key()
        known, lower, upper, hint = self.table.get(key & self.mask, _UNKNOWN)
        if known != key:
            hint = _NO_HINT
        elif lower >= beta:
            return lower
        elif upper < beta:
            return upper
        path.append(_Node(position, key, hint))
        return None

    def _is_out_of_budget(self) -> bool:
        if self.max_nodes and self.nodes >= self.max_nodes:
            self.stopped = True
            return True
        self.nodes += 1
        if self.nodes % _BETWEEN_LOOKS == 0 and self.flag is not None and self.flag[0]:
            self.stopped = True
        return self.stopped

    def _remember(self, node: _Node, beta: int) -> None:
        key, lower, upper, _ = self.table.get(node.key & self.mask, _UNKNOWN)
        if key != node.key:
            lower, upper = -NO_BOUND, NO_BOUND
        if node.best >= beta:
            lower = node.best
        else:
            upper = node.best
        self.table[node.key & self.mask] = node.key, lower, upper, node.best_action

    # The root.

    def _maximizes(self) -> bool:
        return self.stakes.side[self.state._turn] == 0

    def _child_reaches(self, action: int, beta: int) -> int:
        """`_reaches` of the position after an action."""
        child: Solvable
        if self.plain:
            child = after = RoundPosition(self.state, self.stakes, 1)
            self.state._act(action)
            if self.state._turn >= 0:
                child = ChainPosition.of(self.state, self.stakes)
        else:
            child = after = RoundPosition(self.state, self.stakes).after(action)
        value = self._reaches(child, beta)
        after.back()
        return value

    def _narrow_each(self, known: Interval) -> list[tuple[int, int, int]]:
        """Each legal action with its own interval."""
        roots = []
        guess = 0
        for action in self.state._actions_now():
            lower, upper = known if self.stopped else self._narrow(action, known, guess)
            roots.append((action, lower, upper))
            guess = lower
        return roots

    def _narrow(self, action: int, known: Interval, guess: int) -> Interval:
        """The interval of one action; ``guess`` is where to look first."""
        lower, upper = known
        while lower < upper:
            beta = min(max(guess, lower + 1), upper)
            value = self._child_reaches(action, beta)
            if self.stopped:
                break
            lower, upper, guess = (value, upper, value + 1) if value >= beta else (lower, value, value)
        return lower, upper

    def _narrow_root(self, known: Interval) -> Interval:
        """The root's interval, by asking its actions in turn, the last good answer first."""
        lower, upper = known
        actions = RoundPosition(self.state, self.stakes).actions(_NO_HINT)
        guess = 0
        while lower < upper:
            beta = min(max(guess, lower + 1), upper)
            best = -NO_BOUND if self.maximizes else NO_BOUND
            for place, action in enumerate(actions):
                value = self._child_reaches(action, beta)
                if self.stopped:
                    return lower, upper
                best = max(best, value) if self.maximizes else min(best, value)
                if (best >= beta) == self.maximizes:
                    actions.insert(0, actions.pop(place))
                    break
            lower, upper, guess = (best, upper, best + 1) if best >= beta else (lower, best, best)
        return lower, upper

    def _line(self, value: int) -> tuple[int, ...]:
        """From each position the first action that keeps the value, to the end; empty where the flag came first."""
        self.max_nodes, self.stopped = 0, False  # what is missing of the line is in the table for the most part
        line = []
        while self.state._turn >= 0:
            maximizes = self._maximizes()
            *actions, last = RoundPosition(self.state, self.stakes).actions(_NO_HINT)
            for action in actions:
                reached = self._child_reaches(action, value if maximizes else value + 1)
                if self.stopped:
                    return ()
                if reached >= value if maximizes else reached <= value:
                    break
            else:
                action = last  # one must keep it
            self.state._act(action)
            line.append(action)
        return tuple(line)
