"""The log-mel spectrogram as whisper.cpp computes it, and the filter bank that is stored in the model file."""
import functools
import math

import numpy
import torch

RATE = 16_000
WINDOW = 400
HOP = 160
BANDS = 80
BINS = WINDOW // 2 + 1


def slaney(hertz: float) -> float:
    """A frequency on Slaney's mel scale: linear up to 1 kHz, logarithmic above."""
    return hertz * 3 / 200 if hertz < 1000 else 15 + 27 * math.log(hertz / 1000) / math.log(6.4)


def hertz(mel: float) -> float:
    """The inverse of `slaney`."""
    return mel * 200 / 3 if mel < 15 else 1000 * math.exp((mel - 15) * math.log(6.4) / 27)


@functools.cache
def filters() -> numpy.ndarray:
    """Triangular filters of equal area from 0 to 8 kHz: 80 bands × 201 bins of the power spectrum."""
    top = slaney(RATE / 2)
    edges = [hertz(top * index / (BANDS + 1)) for index in range(BANDS + 2)]
    bins = numpy.arange(BINS) * RATE / WINDOW
    bank = numpy.zeros((BANDS, BINS))
    for band in range(BANDS):
        low, centre, high = edges[band : band + 3]
        triangle = numpy.minimum((bins - low) / (centre - low), (high - bins) / (high - centre))
        bank[band] = numpy.maximum(triangle, 0) * 2 / (high - low)
    return bank.astype(numpy.float32)


def spectrogram(samples: numpy.ndarray, positions: int) -> torch.Tensor:
    """The encoder's input: 80 bands × twice `positions` frames of 10 ms.

    samples: 16 kHz, −1…1, at least 201; what does not fit into the positions is cut off, what is missing is silence.
    As in whisper.cpp the whole clip sets the level: values end 8 decades below its loudest one.
    """
    sound = torch.as_tensor(samples, dtype=torch.float32)
    padded = torch.cat([sound[1 : WINDOW // 2 + 1].flip(0), sound, torch.zeros(WINDOW)])
    frames = torch.stft(padded, WINDOW, HOP, window=torch.hann_window(WINDOW), center=False, return_complex=True)
    bands = torch.as_tensor(filters()) @ frames.abs().square()
    logarithms = bands.clamp(min=1e-10).log10()
    floor = max(logarithms.max().item() - 8, -10.0)
    whole = torch.full((BANDS, 2 * positions), -10.0)
    count = min(2 * positions, logarithms.shape[1])
    whole[:, :count] = logarithms[:, :count]
    return (whole.clamp(min=floor) + 4) / 4
