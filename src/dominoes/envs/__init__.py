"""Learning environments on the interfaces that the field uses. Each needs the extra ``rl``, and none is imported here.

- ``dominoes.envs.pettingzoo``: one round at a time, every seat an agent (PettingZoo's AEC).
- ``dominoes.envs.vector``: thousands of rounds side by side over `dominoes.Batch` (Gymnasium's vector environments).
- ``dominoes.envs.openspiel``: the game ``dominoes`` of OpenSpiel, with chance nodes and information states.

``docs/environments.md`` says how they are used, what an observation holds and what a reward is.
"""
