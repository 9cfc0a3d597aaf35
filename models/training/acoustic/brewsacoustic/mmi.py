"""Lattice-free maximum mutual information (Povey et al. 2016), its gradient written out as occupation probabilities.

Numerator: the phones of the transcript in a row, silences between words optional. Denominator: any phones, by a trigram.
Sequences are time × batch × output. No step through time is recorded for differentiation, which makes the objective
cheap beside the network: the gradient of a path sum's logarithm is the probability of each output at each moment.
"""
import dataclasses

import torch

from . import phones


@dataclasses.dataclass
class Transcripts:
    """Phones of a batch of transcripts in order; batch × position.

    phones: their numbers; skips: whether a position may be reached from the one before the last, which is then an optional
    silence; starts, ends: where a transcript may begin and end.
    """

    phones: torch.Tensor
    skips: torch.Tensor
    starts: torch.Tensor
    ends: torch.Tensor

    @staticmethod
    def of(sequences: list[list[tuple[int, bool]]]) -> "Transcripts":
        """From each transcript's phones, each with whether it may be left out."""
        shape = (len(sequences), max(map(len, sequences)))
        result = Transcripts(torch.zeros(shape, dtype=torch.long), *(torch.zeros(shape, dtype=torch.bool) for _ in range(3)))
        for row, sequence in enumerate(sequences):
            optional = [mayMiss for _, mayMiss in sequence]
            count = len(sequence)
            result.phones[row, :count] = torch.tensor([phone for phone, _ in sequence])
            result.skips[row, 1:count] = torch.tensor([False, *optional[:-1]])[1:]
            result.starts[row, 0] = result.ends[row, count - 1] = True
            if count > 1:
                result.starts[row, 1] = optional[0]
                result.ends[row, count - 2] = optional[-1]
        # A skip needs a position to come from.
        result.skips[:, :2] = False
        return result


def likelihoods(scores: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Each frame's likelihoods of first and of further frames of phones, relative to the best; and the best's logarithm."""
    best = scores.max(2).values
    relative = (scores - best[:, :, None]).exp()
    return relative[..., 0::2].contiguous(), relative[..., 1::2].contiguous(), best


def total(scales: torch.Tensor, best: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """Logarithm of the sum over all paths, from the scales by which the sums were kept near 1."""
    inside = torch.arange(len(scales))[:, None] < lengths
    return torch.where(inside, scales.log() + best, 0).sum(0)


def denominator(scores: torch.Tensor, lengths: torch.Tensor, trigram: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Logarithm of the sum over all phone sequences, and the occupation probabilities.

    trigram: probability of the next phone (last) after each two (first, second); the first phone follows silence or is silence.
    A state is the phone that is said and the one before it: phone × batch × phone before.
    """
    first, loop, best = likelihoods(scores)
    T, B, P = first.shape
    byPhone = lambda moment: moment.T[:, :, None]
    forth = trigram.transpose(0, 1).contiguous()  # phone × before × next
    back = forth.transpose(1, 2).contiguous()
    entered, reached, scales = torch.empty(T, P, B, P), torch.empty(T, P, B, P), torch.empty(T, B)
    silence = phones.NUMBER[phones.SILENCE]
    start = 0.5 * trigram[silence, silence]
    start[silence] += 0.5
    entered[0] = 0
    entered[0, :, :, silence] = start[:, None] * first[0].T
    reached[0] = entered[0]
    for t in range(T):
        if t > 0:
            before = reached[t - 1]
            torch.mul(torch.bmm(before, forth).permute(2, 1, 0), byPhone(first[t]), out=entered[t])
            torch.addcmul(entered[t], before, byPhone(loop[t]), out=reached[t])
        torch.sum(reached[t], (0, 2), out=scales[t])
        reached[t] /= scales[t, None, :, None]
    entered /= scales[:, None, :, None]

    occupation = torch.empty(T, B, P, 2)
    first /= scales[:, :, None]
    loop /= scales[:, :, None]
    after = torch.ones(P, B, P)
    onward = torch.arange(T)[:, None] < lengths - 1
    for t in range(T - 1, -1, -1):
        if t < T - 1:
            entering = (byPhone(first[t + 1]) * after).permute(2, 1, 0).contiguous()
            after = torch.bmm(entering, back).addcmul_(byPhone(loop[t + 1]), after)
            after.masked_fill_(~onward[t, None, :, None], 1)
        occupation[t, :, :, 0] = (entered[t] * after).sum(2).T
        occupation[t, :, :, 1] = (reached[t] * after).sum(2).T - occupation[t, :, :, 0]
    occupation = occupation.flatten(2)
    occupation *= (torch.arange(T)[:, None] < lengths)[:, :, None]
    return total(scales, best, lengths), occupation


def numerator(scores: torch.Tensor, lengths: torch.Tensor, transcripts: Transcripts) -> tuple[torch.Tensor, torch.Tensor]:
    """Logarithm of the sum over all ways to say the transcripts in this time, and the occupation probabilities.

    Minus infinity, and no occupation, where a transcript is too long for its sound.
    """
    first, loop, best = likelihoods(scores.double())  # far from the likeliest path, single precision would be zero
    T, B, _ = first.shape
    N = transcripts.phones.shape[1]
    places = transcripts.phones[None].expand(T, B, N)
    first, loop = first.gather(2, places), loop.gather(2, places)
    skips = transcripts.skips.double()
    entered, reached = torch.empty_like(first), torch.empty_like(first)
    scales = torch.empty(T, B, dtype=torch.double)
    entered[0] = transcripts.starts * first[0]
    reached[0] = entered[0]
    for t in range(T):
        if t > 0:
            before = reached[t - 1]
            entered[t, :, 0] = 0
            entered[t, :, 1:] = before[:, :-1]
            entered[t, :, 2:].addcmul_(before[:, :-2], skips[:, 2:])
            entered[t] *= first[t]
            torch.addcmul(entered[t], before, loop[t], out=reached[t])
        torch.sum(reached[t], 1, out=scales[t])
        scales[t].clamp_(min=1e-300)
        reached[t] /= scales[t, :, None]
    entered /= scales[:, :, None]

    ends = transcripts.ends.double()
    rows = torch.arange(B)
    arrived = (reached[lengths - 1, rows] * ends).sum(1)
    isPossible = arrived > 1e-200
    after = (ends / arrived.clamp(min=1e-300)[:, None])[None].repeat(T, 1, 1)
    onward = torch.arange(T)[:, None] < lengths - 1
    first /= scales[:, :, None]
    loop /= scales[:, :, None]
    for t in range(T - 2, -1, -1):
        entering = first[t + 1] * after[t + 1]
        earlier = loop[t + 1] * after[t + 1]
        earlier[:, :-1] += entering[:, 1:]
        earlier[:, :-2].addcmul_(entering[:, 2:], skips[:, 2:])
        torch.where(onward[t, :, None], earlier, after[t], out=after[t])
    inside = (torch.arange(T)[:, None] < lengths) & isPossible
    occupation = torch.zeros(T, B, phones.OUTPUTS)
    # Chosen, not multiplied: where a transcript is impossible, what comes after may be infinite.
    occupation.scatter_add_(2, 2 * places, torch.where(inside[:, :, None], entered * after, 0).float())
    occupation.scatter_add_(2, 2 * places + 1, torch.where(inside[:, :, None], (reached - entered) * after, 0).float())
    logarithm = total(scales, best, lengths) + arrived.clamp(min=1e-300).log()
    return torch.where(isPossible, logarithm, -torch.inf).float(), occupation


class _Objective(torch.autograd.Function):
    @staticmethod
    def forward(context, scores, lengths, transcripts, trigram):
        numerators, wanted = numerator(scores, lengths, transcripts)
        denominators, present = denominator(scores, lengths, trigram)
        isUsed = numerators.isfinite() & denominators.isfinite()
        frames = (lengths * isUsed).sum().clamp(min=1)
        context.save_for_backward(torch.where(isUsed[None, :, None], present - wanted, 0) / frames)
        context.mark_non_differentiable(wanted)
        return torch.where(isUsed, denominators - numerators, 0).sum() / frames, wanted

    @staticmethod
    def backward(context, gradient, _):
        return context.saved_tensors[0] * gradient, None, None, None


def loss(
    scores: torch.Tensor, lengths: torch.Tensor, transcripts: Transcripts, trigram: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Denominator less numerator per frame, over the transcripts that fit; and the numerator's occupation probabilities.

    scores: in single precision; trigram: see `denominator`.
    """
    return _Objective.apply(scores, lengths, transcripts, trigram)
