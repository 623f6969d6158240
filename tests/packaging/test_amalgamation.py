"""The library as two files: it compiles by itself, counts what the core counts, and plays in a C++ program."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.hosts import CC, CXX, WARNINGS, assert_matches_are_those_of_the_package, example, need, run

import dominoes as dm
from dominoes import building

COUNTS = r"""
#include "dominoes.h"
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 500 };

int main(void) {
    static dom_match match;
    static int32_t points[4 * ROUNDS], columns[6][ROUNDS];
    const dom_columns to = {points, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]};
    uint8_t key[32];
    dom_rules rules;
    uint64_t count;
    if (dom_seed_key("playout", 7, "two files", 9, key) != DOM_OK) return 1;
    for (int preset = DOM_PRESET_TABLE; preset <= DOM_PRESET_PARTNERSHIP; preset++) {
        long sums[7] = {0};
        if (dom_preset(&rules, preset, 0) != DOM_OK) return 1;
        if (dom_match_start(&match, &rules, "two files", 9, NULL) != DOM_OK) return 1;
        if (dom_perft(&match.round, 4, &count) != DOM_OK) return 1;
        if (dom_playouts(&rules, NULL, key, 0, ROUNDS, NULL, &to) != DOM_OK) return 1;
        for (int i = 0; i < ROUNDS; i++)
            for (int k = 0; k < 6; k++) sums[k] += columns[k][i];
        for (int i = 0; i < ROUNDS * rules.players; i++) sums[6] += points[i];
        printf("%s %lu", dom_name(DOM_PRESET_NAMES, preset), (unsigned long)count);
        for (int k = 0; k < 7; k++) printf(" %ld", sums[k]);
        printf("\n");
    }
    return 0;
}
"""


def counted() -> str:
    """The same by the package."""
    lines = []
    for preset in dm.PRESETS:
        rules = dm.Rules(preset)
        played = dm.playouts(rules, n=500, seed="two files")
        columns = (played.winner, played.reason, played.starter, played.plays, played.draws, played.passes)
        count = dm.perft(dm.Match(rules, ["random"] * rules.players, "two files").round, 4)
        points = sum(sum(row) for row in played.points.tolist())
        lines.append(f"{preset} {count} {' '.join(str(sum(column)) for column in columns)} {points}\n")
    return "".join(lines)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_it_compiles_alone_and_counts_what_the_package_counts(compiler: str, tmp_path: Path) -> None:
    need(compiler)
    building.amalgamate(tmp_path)
    (tmp_path / "counts.c").write_text(COUNTS)
    strict = (compiler, "-std=c11", "-O1", *WARNINGS)
    run(*strict, "-c", "dominoes.c", folder=tmp_path)
    run(*strict, "counts.c", "dominoes.o", "-o", "counts", folder=tmp_path)
    assert run("./counts", folder=tmp_path) == counted()


@pytest.mark.skipif(CXX is None or CC is None, reason="no C++ compiler")
def test_the_cpp_example_plays_what_the_package_plays(tmp_path: Path) -> None:
    folder = example("cpp", tmp_path)
    building.amalgamate(folder)
    run(CC, "-std=c11", "-O1", *WARNINGS, "-c", "dominoes.c", folder=folder)
    run(CXX, "-std=c++17", "-O1", *WARNINGS, "match.cpp", "dominoes.o", "-o", "match", folder=folder)
    assert_matches_are_those_of_the_package(folder / "match")


@pytest.mark.slow
def test_the_cpp_example_is_built_by_cmake(tmp_path: Path) -> None:
    need("cmake", "c++")
    folder = example("cpp", tmp_path)
    building.amalgamate(folder)
    run("cmake", "-S", ".", "-B", "build", folder=folder)
    run("cmake", "--build", "build", folder=folder)
    assert_matches_are_those_of_the_package(folder / "build" / "match")
