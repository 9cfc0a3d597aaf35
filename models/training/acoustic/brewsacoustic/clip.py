"""The sound on which what the wake word computes is compared with what the training computes: whole numbers only, so that both have the same samples."""
import numpy


def samples() -> numpy.ndarray:
    """A second of triangle waves in bursts over noise, as `AcousticReferenceTests.clip`."""
    made, state = numpy.zeros(16_000, numpy.int64), 12_345
    for index in range(len(made)):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        noise = ((state >> 16) & 0x3FF) - 512
        period = 60 + (index // 4_000) * 25
        triangle = abs(index % period * 4_000 // period - 2_000) - 1_000
        made[index] = triangle * ((index % 4_000) * 8 // 4_000) // 2 + noise
    return made
