"""The engine inside another program: it deals, checks and answers; the program shows what happened and asks its person.

python examples/embed.py
"""

from __future__ import annotations

import dominoes as dm


def show(event: dm.events.Event) -> None:
    """A game would animate this; what the person may not see is taken out first."""
    print("   ", event.for_seat(0).to_dict())


def ask(view: dm.View) -> dm.Move:
    """A game would wait for a click. This person tries what does not fit, reads why, and takes what does."""
    for tile in view.hand:
        reason = view.why_not(f"{tile}@L")
        if reason is not None and view.chain:
            print(f"    {tile} on the left: {reason.text()}")
            break
    return view.legal_moves()[0]


def main() -> None:
    rules = dm.Rules.preset("all-fives", players=3, target=60)
    match = dm.Match(rules, players=[dm.Human("You"), "heaviest", "random"], seed="embedded")
    while not match.over:
        for event in match.run():  # ends where the person must act
            show(event)
        if match.waiting is not None:
            for event in match.act(ask(match.view(match.waiting))):
                show(event)
    print("scores", match.scores, "winner", match.winner)


if __name__ == "__main__":
    main()
