"""The rooms of the pure-Python kernel; ``dominoes._pure`` is its door, and the contract is ``docs/waist.md``."""
