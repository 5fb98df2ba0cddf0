"""What holds for every test: Hypothesis looks for new examples at a desk and repeats known ones everywhere else.

What must hold for every game at every table is tried, in a default run, with a share of the classics.
"""

import os
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Two busy cores make single examples slow by chance, so time is no reason to fail.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, max_examples=50,
                          suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", parent=settings.get_profile("ci"), derandomize=False, max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Of the classics and variants every sixth goes through a property by default; another property takes other ones.
ROOT = Path(__file__).parents[1]
SHARED = sorted(path for folder in ("classics", "variants") for path in (ROOT / "games" / folder).glob("*.rules"))
SHARE = 6
ALONE = ("properties", "syntax")     # folders whose tests of one file, without a table, are shared too


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave most pairs of a property and a classic or variant to `make check-slow`."""
    for item in items:
        params = item.callspec.params if hasattr(item, "callspec") else {}
        path = params.get("path")
        shared = path in SHARED and ("players" in params or item.path.parent.name in ALONE)
        if shared and (SHARED.index(path) + zlib.crc32(item.originalname.encode())) % SHARE:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, scope="session")
def saves_elsewhere(tmp_path_factory):
    """No test saves a game among those of the person who runs it."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="write the texts of tests/goldens anew")


@pytest.fixture
def update_goldens(request):
    """Whether golden texts are to be written instead of compared."""
    return request.config.getoption("--update-goldens")
