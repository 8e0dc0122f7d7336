import unittest


def rounded(cents):
    return cents // 100 * 100


class Rounding(unittest.TestCase):
    def test_down(self):
        self.assertEqual(rounded(149), 100)

    def test_half(self):
        self.assertEqual(rounded(150), 200, "half goes up")

    @unittest.skip("no network")
    def test_network(self):
        pass
