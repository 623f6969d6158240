"""Helpers of the test suite; what judges the engine (oracle, notation, options, stream) imports nothing of it."""
