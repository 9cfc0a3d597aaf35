"""What `variation` does to features, on features that show it."""
import math
import random
import unittest

import torch

from brewsacoustic import variation


class VariationTests(unittest.TestCase):
    def test_pace_changes_the_length_and_keeps_the_ends(self) -> None:
        rows = torch.arange(101.0)[:, None].expand(-1, 3)
        slow, fast = variation.paced(rows, 1.2), variation.paced(rows, 0.85)
        self.assertEqual((len(slow), len(fast)), (121, 86))
        for changed in (slow, fast):
            self.assertEqual(float(changed[0, 0]), 0)
            self.assertAlmostEqual(float(changed[-1, 0]), 100, delta=1)
            self.assertTrue(bool((changed.diff(dim=0) >= 0).all()))

    def test_a_warped_peak_moves_by_the_factor(self) -> None:
        rows = torch.zeros(5, 40)
        rows[:, 20] = 1
        self.assertEqual(int(variation.warped(rows, 0.8).argmax(1)[0]), 25)
        self.assertEqual(int(variation.warped(rows, 1.25).argmax(1)[0]), 16)
        self.assertEqual(variation.warped(rows, 1.1).shape, rows.shape)

    def test_noise_lies_as_far_below_as_said(self) -> None:
        chance = torch.Generator().manual_seed(3)
        speech, noise = torch.full((50, 40), -30.0), torch.randn(50, 40, generator=chance)
        speech[10:20] = 5.0
        mixed = variation.mixed(speech, noise, 10)
        # Where nobody speaks, the noise is heard alone: 10 dB are a factor of ten in power.
        quiet = variation.loudness(noise) - variation.loudness(speech)
        added = (mixed[30:] - noise[30:]).mean()
        self.assertAlmostEqual(float(quiet + added), -2.303, delta=0.01)
        self.assertTrue(bool((mixed >= speech).all()))

    def test_loudness_is_that_of_the_loudest_eighth_of_a_second(self) -> None:
        frames = torch.full((200, 40), -30.0)
        frames[50:63] = 1.0
        self.assertAlmostEqual(float(variation.loudness(frames)), 1 + math.log(40), delta=1e-3)
        frames[50:63] = -30.0
        frames[50] = 1.0
        self.assertAlmostEqual(float(variation.loudness(frames)), 1 + math.log(40 / 13), delta=1e-3)
        self.assertTrue(bool(variation.loudness(frames[50:51]).isfinite()))

    def test_clatter_is_blows_that_die_away(self) -> None:
        frames = variation.clatter(400, random.Random(5))
        self.assertEqual(frames.shape, (400, 40))
        self.assertTrue(bool(frames.isfinite().all()))
        steps = frames.logsumexp(1).diff()
        # A blow comes at once and fades slowly: few great steps up, none as great down.
        self.assertGreater(int((steps > 1.5).sum()), 3)
        self.assertLess(int((steps > 1.5).sum()), 40)
        self.assertGreater(float(steps.min()), -0.7)

    def test_the_transcript_still_fits(self) -> None:
        chance = random.Random(2)
        for _ in range(200):
            frames = variation.varied(torch.zeros(60, 40), [torch.zeros(7, 40), torch.zeros(90, 40)], chance, 58)
            self.assertGreaterEqual(len(frames), 58)
            self.assertEqual(frames.shape[1], 40)
            self.assertTrue(bool(frames.isfinite().all()))


if __name__ == "__main__":
    unittest.main()
