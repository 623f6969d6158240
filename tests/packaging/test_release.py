"""What is released: which wheels are built, what is checked before they are published, and that the files are valid."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.building import ROOT, project_file

import dominoes

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TOOLS = ("cibuildwheel", "check-jsonschema", "validate-pyproject[all]")
RUNNERS = {"linux": ("x86_64", "aarch64"), "macos": ("x86_64", "arm64"), "windows": ("AMD64", "ARM64")}
FILE = {
    "manylinux": "manylinux_2_27_{}.manylinux_2_28_{}",
    "musllinux": "musllinux_1_2_{}",
    "macosx": "macosx_11_0_{}",
    "win": "win_{}",
}


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_release", ROOT / ".github/check_release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def released(checker: ModuleType, version: str) -> list[str]:
    """The names of the files of a whole release, as the tools call them."""
    files = [f"dominoes_engine-{version}.tar.gz", f"dominoes_engine-{version}-py3-none-any.whl"]
    for python in checker.PYTHONS:
        for family, machines in (
            ("manylinux", ("x86_64", "aarch64")),
            ("musllinux", ("x86_64", "aarch64")),
            ("macosx", ("x86_64", "arm64")),
            ("win", ("amd64", "arm64")),
        ):
            tags = [FILE[family].replace("{}", machine) for machine in machines]
            files += [f"dominoes_engine-{version}-{python.rstrip('t')}-{python}-{tag}.whl" for tag in tags]
    return files


CHANGELOG = "# Changelog\n\n## 1.2.3 (2030-01-31)\n\nThings.\n"


def test_a_whole_release_is_right(checker):
    assert list(checker.faults(released(checker, "1.2.3"), "1.2.3", "v1.2.3", CHANGELOG)) == []
    assert list(checker.faults(released(checker, "1.2.3"), "1.2.3", "", "")) == []


def test_what_is_missing_or_too_much_is_told(checker):
    files = released(checker, "1.2.3")
    other = "dominoes_engine-1.2.2-cp310-cp310-win_amd64.whl"
    again = "dominoes_engine-1.2.3-cp314-cp314t-musllinux_1_1_x86_64.whl"
    changed = [*(name for name in files if "cp310-win_amd64" not in name), other, again]
    assert list(checker.faults(changed, "1.2.3", "", "")) == [
        "missing: cp310-win-x86_64",
        f"not expected: {other}",
        "twice: cp314t-musllinux-x86_64",
    ]


def test_the_tag_and_the_changelog_agree_with_the_version(checker):
    files = released(checker, "1.2.3")
    assert list(checker.faults(files, "1.2.3", "v1.2.4", CHANGELOG)) == ["the tag is v1.2.4, but the version is 1.2.3"]
    (fault,) = checker.faults(files, "1.2.3", "v1.2.3", "## 1.2.3 (unreleased)\n")
    assert "CHANGELOG.md has no line" in fault
    assert checker.version_of_sources() == dominoes.__version__


def test_the_checker_is_a_program(tmp_path):
    words = [sys.executable, str(ROOT / ".github/check_release.py"), str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("missing: ") == 50


def test_no_workflow_knows_a_secret_and_one_job_may_publish():
    texts = {path.stem: path.read_text(encoding="utf-8") for path in WORKFLOWS}
    assert {"ci", "release"} <= set(texts)
    assert [name for name, text in texts.items() if "secrets." in text or "password" in text] == []
    assert {name: text.count("id-token: write") for name, text in texts.items()} == {
        **dict.fromkeys(texts, 0),
        "release": 1,
    }
    for text in texts.values():
        assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tools are that a release uses; cibuildwheel in the version that the workflow has."""
    folder = tmp_path_factory.mktemp("tools")
    pinned = re.findall(r"cibuildwheel==[\d.]+", (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert len(pinned) == 1
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *pinned, *TOOLS], check=True)
    return folder / "bin"


@pytest.mark.slow
def test_the_wheels_are_those_that_a_release_must_have(checker, tools):
    chosen = []
    for platform, machines in RUNNERS.items():
        for machine in machines:
            words = [tools / "cibuildwheel", "--platform", platform, "--archs", machine, "--print-build-identifiers"]
            chosen += subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    kinds = [checker.kind("dominoes_engine-1-{}-{}-{}.whl".format(*tags(name)), "1") for name in chosen]
    assert sorted(kinds) == sorted(
        checker.expected("1") - {"dominoes_engine-1.tar.gz", "dominoes_engine-1-py3-none-any.whl"}
    )


def tags(identifier: str) -> tuple[str, str, str]:
    """The tags of a wheel that a build identifier, such as ``cp314t-win_arm64``, makes."""
    python, platform = identifier.split("-")
    return python.rstrip("t"), python, platform


@pytest.mark.slow
def test_the_files_are_valid(tools):
    subprocess.run([tools / "validate-pyproject", ROOT / "pyproject.toml"], check=True)
    schema = [tools / "check-jsonschema", "--builtin-schema", "vendor.github-workflows"]
    subprocess.run([*schema, *WORKFLOWS], check=True)


def test_all_is_every_extra():
    extras = project_file()["project"]["optional-dependencies"]
    reached, left = set(), {"all"}
    while left:
        name = left.pop()
        reached.add(name)
        own = re.findall(r"^dominoes-engine\[(.*)\]$", "\n".join(extras[name]), re.MULTILINE)
        left |= {other for names in own for other in names.split(",")} - reached
    assert reached == set(extras)
