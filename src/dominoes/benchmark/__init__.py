"""How fast is this installation: what ``dominoes bench`` and the repository's ``benches/`` measure with.

`workloads` says what is done, `measure` does it on both backends in turn, `report` writes, reads and compares results.
A workload has one right answer: a time counts only when every backend gave it. Nothing else imports this package.
"""
