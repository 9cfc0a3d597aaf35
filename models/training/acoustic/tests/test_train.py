"""How the rate goes over a training."""
import unittest

from brewsacoustic import train


class RateTests(unittest.TestCase):
    def test_it_warms_up_falls_and_is_raised_again(self) -> None:
        first, last = train.ENDS
        self.assertAlmostEqual(train.height(0, last), 1 / train.WARM_UP)
        for step in (train.WARM_UP, round(0.6 * first), first, round(0.6 * last)):
            self.assertAlmostEqual(train.height(step, last), 1, msg=f"step {step}")
        for end in train.ENDS:
            falling = [train.height(step, last) for step in range(round(0.6 * end), end)]
            self.assertEqual(falling, sorted(falling, reverse=True))
            self.assertLess(falling[-1], 1e-4)
            self.assertGreater(falling[-1], 0)

    def test_what_goes_on_without_its_optimisers_warms_up_again(self) -> None:
        begun = last = train.ENDS[-1]
        self.assertAlmostEqual(train.height(begun, 2 * last, begun), 1 / train.WARM_UP)
        self.assertEqual(train.height(begun + train.WARM_UP, 2 * last, begun), 1)

    def test_another_end_moves_the_last_fall_only(self) -> None:
        first, last = train.ENDS
        self.assertEqual([train.height(step, last + 1_000) for step in range(first)], [train.height(step, last) for step in range(first)])
        self.assertLess(train.height(first - 101, first - 100), 1e-3)  # an end before the first
        self.assertEqual(train.height(first, last + 1_000), 1)
