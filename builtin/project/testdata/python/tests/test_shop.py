import pytest

from shop import rounded


@pytest.mark.parametrize("cents, want", [(149, 100), (150, 200)], ids=["down", "half - up"])
def test_rounded(cents, want):
    assert rounded(cents) == want


class TestStock:
    @pytest.mark.skip(reason="no network")
    def test_network(self):
        pass

    def test_take(self, stock):
        pass


@pytest.fixture
def stock():
    raise OSError("prices.csv is missing")
