"""Sound of another rate keeps its pitch, its level and its length."""
import unittest

import numpy

from brewscorpus import synthesis


class ResamplingTests(unittest.TestCase):
    def test_a_tone_keeps_its_pitch_its_level_and_its_length(self) -> None:
        seconds, hertz, rate = 1.3, 440.0, synthesis.HIBARI_RATE
        there = numpy.sin(2 * numpy.pi * hertz * numpy.arange(round(seconds * rate)) / rate)
        here = synthesis.resampled(there, rate)
        self.assertEqual(len(here), round(seconds * synthesis.RATE))
        wanted = numpy.sin(2 * numpy.pi * hertz * numpy.arange(len(here)) / synthesis.RATE)
        # Where the sound is cut off, what is above 8 kHz in the step is lost.
        self.assertLess(numpy.abs(here - wanted)[200:-200].max(), 0.01)

    def test_what_is_too_high_for_the_rate_is_gone(self) -> None:
        rate = synthesis.HIBARI_RATE
        there = numpy.sin(2 * numpy.pi * 9_000 * numpy.arange(rate) / rate)
        self.assertLess(numpy.abs(synthesis.resampled(there, rate)).max(), 1e-6)


if __name__ == "__main__":
    unittest.main()
