"""Changes features while training, another way each time they are used: voice, pace, microphone and noise.

All of it works on log mel energies, where it costs a hundredth of what it would cost on sound.
"""
import random

import torch


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
    if chance.random() < 0.3:
        long = [noise[(torch.arange(len(frames)) + chance.randrange(len(noise))) % len(noise)] for noise in noises]
        frames = mixed(frames, torch.stack(long).logsumexp(0), chance.uniform(1, 20))
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


def mixed(frames: torch.Tensor, noise: torch.Tensor, decibels: float) -> torch.Tensor:
    """With noise so far below the loudest part of the speech; powers add up."""
    apart = frames.logsumexp(1).quantile(0.95) - noise.logsumexp(1).quantile(0.95)
    return torch.logaddexp(frames, noise + apart - decibels * 0.2303)
