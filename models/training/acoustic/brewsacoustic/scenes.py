"""Changes a whole batch of features at once, on whatever device they are: as `sounds` and `variation` change single examples.

Everything works on log mel energies. Sound that is digitally silent has the energy SILENT in each bin.
"""
import dataclasses
import math

import torch
from torch.nn import functional

from . import network
from .network import BINS

SILENT = -15.94
LOUDEST = 13  # frames of 10 ms whose mean power tells how loud something is
NEPERS = math.log(10) / 10
TALKERS = 5  # of a babble
BABBLE = 0.25  # share of a batch whose noise is other people's speech


@dataclasses.dataclass
class Store:
    """Features of all examples: frames × 40, and where each example begins and how long it is."""

    frames: torch.Tensor
    begins: torch.Tensor
    counts: torch.Tensor
    speech: torch.Tensor  # numbers of the examples that are speech
    noises: torch.Tensor  # and noise
    rounding: torch.Tensor  # log energies of what rounding to 16 bits adds


def hertz() -> torch.Tensor:
    """The middles of the bins."""
    low, high = (1127 * math.log(1 + edge / 700) for edge in (20, 7600))
    return 700 * (torch.exp((low + (high - low) * torch.arange(1, BINS + 1) / (BINS + 1)) / 1127) - 1)


def uniform(size: int, low: float, high: float) -> torch.Tensor:
    return low + (high - low) * torch.rand(size)


def often(size: int, share: float) -> torch.Tensor:
    return torch.rand(size) < share


def column(values: torch.Tensor) -> torch.Tensor:
    return values[:, None, None]


def loudness(frames: torch.Tensor) -> torch.Tensor:
    """Logarithm of the mean power of the loudest eighth of a second, of each example."""
    power = frames.logsumexp(2)
    top = power.amax(1, keepdim=True)
    return functional.avg_pool1d((power - top).exp()[:, None], LOUDEST, 1)[:, 0].amax(1).log() + top[:, 0]


def spoken(store: Store, chosen: torch.Tensor, longer: torch.Tensor, before: torch.Tensor, frames: int) -> torch.Tensor:
    """The examples at another pace, each begun after so many frames of digital silence: example × frames × bins."""
    counts = store.counts[chosen]
    places = (torch.arange(frames)[None] - before[:, None]) / longer[:, None]
    inside = (places >= 0) & (places <= (counts - 1)[:, None])
    places = torch.minimum(places.clamp(min=0), (counts - 1)[:, None].float())
    low = places.floor()
    first = store.begins[chosen][:, None] + low.long()
    second = torch.minimum(first + 1, (store.begins[chosen] + counts - 1)[:, None])
    share = (places - low)[:, :, None]
    result = store.frames[first].float() * (1 - share) + store.frames[second].float() * share
    return torch.where(inside[:, :, None], result, SILENT)


def warped(frames: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    """From a longer or a shorter vocal tract (Jaitly and Hinton 2013)."""
    places = (torch.arange(BINS)[None] * factor[:, None]).clamp(0, BINS - 1)
    low = places.floor()
    share = (places - low)[:, None]
    pick = lambda bins: frames.gather(2, bins.long()[:, None].expand_as(frames))
    return pick(low) * (1 - share) + pick((low + 1).clamp(max=BINS - 1)) * share


def echoed(frames: torch.Tensor, decay: torch.Tensor, strength: torch.Tensor) -> torch.Tensor:
    """With a room's tail: each frame's power falls by `decay` from one to the next; strength: of the whole tail's power."""
    top = frames.amax((1, 2), keepdim=True)
    power = torch.where(frames <= SILENT, 0, (frames - top).exp())
    tail = power
    for doubling in range(6):
        shift = 2**doubling
        tail = torch.cat([tail[:, :shift], tail[:, shift:] + column(decay**shift) * tail[:, :-shift]], 1) if shift < tail.shape[1] else tail
    tail = (tail - power).clamp(min=0) * column(strength * (1 - decay) / decay)
    tail = tail * (0.7 * torch.randn(tail.shape) - 0.25).exp()
    return torch.where(frames <= SILENT, (tail + 1e-30).log() + top, (power + tail + 1e-30).log() + top).clamp(min=SILENT)


def looped(store: Store, chosen: torch.Tensor, frames: int) -> torch.Tensor:
    """So many frames from anywhere in the examples, repeated where they are shorter."""
    counts = store.counts[chosen]
    offsets = (torch.rand(chosen.shape) * counts).long()
    places = (torch.arange(frames) + offsets[..., None]) % counts[..., None]
    return store.frames[store.begins[chosen][..., None] + places].float()


def noise(store: Store, size: int, frames: int) -> torch.Tensor:
    """Recorded or made noise; for the first of the batch other people who talk."""
    any = lambda these, *shape: these[torch.randint(len(these), shape)]
    talking = round(BABBLE * size)
    people = looped(store, any(store.speech, talking, TALKERS), frames)
    people = (people - 2 * torch.rand(talking, TALKERS)[:, :, None, None]).logsumexp(1)
    return torch.cat([people, looped(store, any(store.noises, size - talking), frames)])


def mixed(frames: torch.Tensor, noise: torch.Tensor, decibels: torch.Tensor, isMixed: torch.Tensor) -> torch.Tensor:
    """With noise whose loudest moment is so far below that of the speech; powers add up."""
    both = torch.logaddexp(frames, noise + column(loudness(frames) - loudness(noise) - decibels * NEPERS))
    return torch.where(column(isMixed), both, frames)


def coloured(frames: torch.Tensor) -> torch.Tensor:
    """Through other microphones, and for some a telephone or a codec that cuts off the top."""
    size = len(frames)
    middles = hertz()[None]
    slope, centre, low = (uniform(size, *ends)[:, None] for ends in ((-0.5, 0.5), (200, 3000), (20, 250)))
    tilt = 2 * slope * ((middles + centre) / 2000).log() + 2 * (middles / (middles + low)).log()
    frames = torch.where((often(size, 0.2)[:, None, None]) & (frames > SILENT), frames + tilt[:, None], frames)
    tilt = torch.linspace(-1, 1, BINS)[None] * uniform(size, -1, 1)[:, None]
    frames = torch.where((often(size, 0.5)[:, None, None]) & (frames > SILENT), frames + tilt[:, None], frames)
    isCut = (middles > uniform(size, 3400, 7000)[:, None]) & often(size, 0.12)[:, None]
    return torch.where(isCut[:, None] & (frames > SILENT), SILENT + 0.1, frames)


def levelled(store: Store, frames: torch.Tensor) -> torch.Tensor:
    """At a random level (the loudest eighth of a second at -42 to -8 dB of full scale), rounded to 16 bits."""
    full = store.rounding.logsumexp(0) + math.log(12 * 32768**2)
    shift = full + uniform(len(frames), -42, -8) * NEPERS - loudness(frames)
    moved = torch.logaddexp(frames + column(shift), store.rounding)
    return torch.where(frames <= SILENT, SILENT, moved)


def masked(frames: torch.Tensor, totals: torch.Tensor) -> torch.Tensor:
    """Two stretches of bands and two of time hidden (SpecAugment, Park et al. 2019)."""
    size, count, _ = frames.shape
    inside = torch.arange(count)[None, :, None] < totals[:, None, None]
    mean = (torch.where(inside, frames, 0).sum((1, 2)) / (BINS * totals))[:, None, None]
    for _ in range(2):
        width = torch.randint(0, 8, (size,))
        begin = (torch.rand(size) * (BINS - width + 1)).long()
        bins = torch.arange(BINS)[None]
        frames = torch.where(((bins >= begin[:, None]) & (bins < (begin + width)[:, None]))[:, None], mean, frames)
        width = (torch.rand(size) * (torch.minimum(totals // 8, torch.tensor(20)) + 1)).long()
        begin = (torch.rand(size) * (totals - width + 1)).long()
        times = torch.arange(count)[None]
        frames = torch.where(((times >= begin[:, None]) & (times < (begin + width)[:, None]))[:, :, None], mean, frames)
    return frames


def context(frames: torch.Tensor, totals: torch.Tensor, outputs: int) -> torch.Tensor:
    """As the network takes them, the first and the last frame of each example repeated: time × example × bins."""
    places = torch.arange(-network.LEFT, network.STRIDE * (outputs - 1) + network.RIGHT + 1)[None].clamp(min=0)
    places = torch.minimum(places, totals[:, None] - 1)
    return frames.gather(1, places[:, :, None].expand(-1, -1, BINS)).transpose(0, 1).contiguous()


def scene(
    store: Store, chosen: torch.Tensor, longer: torch.Tensor, before: torch.Tensor, totals: torch.Tensor, outputs: int, isSaid: torch.Tensor, hard: float
) -> torch.Tensor:
    """Features with context of one batch. isSaid: false for examples that are to have noise alone; hard: 0…1, share that is changed at all."""
    size, frames = len(chosen), network.STRIDE * outputs
    x = spoken(store, chosen, longer, torch.where(isSaid, before, frames + 1), frames)
    x = torch.where(column(often(size, 0.6 * hard) & isSaid), warped(x, uniform(size, 0.86, 1.16)), x)
    decay = torch.exp(-0.138 / uniform(size, 0.1, 0.6))
    x = torch.where(column(often(size, 0.45 * hard) & isSaid), echoed(x, decay, uniform(size, 0.1, 0.9) ** 2), x)
    isNoisy = (often(size, 0.6) | ~isSaid) & often(size, hard)
    decibels = torch.where(isNoisy, uniform(size, -1, 20), uniform(size, 25, 60))
    x = mixed(x, noise(store, size, frames), torch.where(isSaid, decibels, -40.0), isNoisy | (often(size, 0.66) & often(size, hard)))
    x = mixed(x, noise(store, size, frames).flip(0), uniform(size, 0, 18), isNoisy & often(size, 0.4))
    x = coloured(x)
    x = levelled(store, x)
    return context(masked(x, totals), totals, outputs)
