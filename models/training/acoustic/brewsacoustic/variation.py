"""Changes features while training, another way each time they are used: voice, pace, microphone and noise.

All of it works on log mel energies, where it costs a hundredth of what it would cost on sound.
"""
import math
import random

import torch
from torch.nn import functional

from .network import BINS

NOISY = 0.5  # share of the examples with more noise than the copy has
CLATTERING = 0.4  # share of these in which dishes clatter too
LOUDEST = 13  # frames of 10 ms whose mean power tells how loud something is: as `sounds.loudness`
NEPERS = math.log(10) / 10  # of power in a decibel


def varied(frames: torch.Tensor, noises: list[torch.Tensor], chance: random.Random, shortest: int) -> torch.Tensor:
    """An example as somebody else might have said it elsewhere.

    frames, noises: each time × bins; the noises are heard at once. shortest: frames that must remain for the transcript to fit in.
    """
    if chance.random() < 0.6:
        frames = paced(frames, max(chance.uniform(0.85, 1.2), min(1.0, shortest / len(frames))))
    if chance.random() < 0.6:
        frames = warped(frames, chance.uniform(0.9, 1.1))
    if chance.random() < 0.5:
        frames = frames + torch.linspace(-1, 1, frames.shape[1]) * chance.uniform(-1, 1)
    if chance.random() < NOISY:
        long = [noise[(torch.arange(len(frames)) + chance.randrange(len(noise))) % len(noise)] for noise in noises]
        noise = torch.stack(long).logsumexp(0)
        if chance.random() < CLATTERING:
            noise = mixed(clatter(len(frames), chance), noise, chance.uniform(-3, 20))
        frames = mixed(frames, noise, chance.uniform(0, 18))
    return frames


def between(rows: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """Rows at places between whole ones."""
    places = places.clamp(0, len(rows) - 1)
    low = places.floor().long()
    share = (places - low)[:, None]
    return rows[low] * (1 - share) + rows[(low + 1).clamp(max=len(rows) - 1)] * share


def paced(frames: torch.Tensor, longer: float) -> torch.Tensor:
    """Said slower (longer above 1) or faster, at the same pitch."""
    return between(frames, torch.arange(max(1, round(len(frames) * longer))) / longer)


def warped(frames: torch.Tensor, factor: float) -> torch.Tensor:
    """From a longer or a shorter vocal tract (Jaitly and Hinton 2013)."""
    return between(frames.T, torch.arange(frames.shape[1]) * factor).T


def clatter(length: int, chance: random.Random) -> torch.Tensor:
    """Dishes and cutlery: blows at random moments, each with a spectrum and a decay of its own (time × bins)."""
    blows = 1 + int(chance.uniform(0.5, 6) * length / 100)
    numbers = torch.tensor([
        (chance.uniform(0, length), chance.uniform(1.5, 15), chance.uniform(12, 40), chance.uniform(3, 12), chance.uniform(-20, 0))
        for _ in range(blows)
    ])
    begin, decay, centre, width, decibels = (column[:, None] for column in numbers.T)
    age = torch.arange(length) - begin
    fading = torch.where(age >= 0, -age / decay, age * 4)  # nepers; a blow is there within a frame
    ringing = torch.tensor([[chance.gauss(0, 0.7) for _ in range(BINS)] for _ in range(blows)])
    spectrum = ringing - ((torch.arange(BINS) - centre) / width).square() + decibels * NEPERS
    return (fading[:, :, None] + spectrum[:, None, :]).logsumexp(0)


def loudness(frames: torch.Tensor) -> torch.Tensor:
    """Logarithm of the mean power of the loudest eighth of a second."""
    power = frames.logsumexp(1)
    top = power.max()
    window = min(LOUDEST, len(power))
    return functional.avg_pool1d((power - top).exp()[None], window, 1).max().log() + top


def mixed(frames: torch.Tensor, noise: torch.Tensor, decibels: float) -> torch.Tensor:
    """With noise whose loudest moment is so far below that of the speech; powers add up."""
    return torch.logaddexp(frames, noise + loudness(frames) - loudness(noise) - decibels * NEPERS)
