"""Trains the network and keeps the checkpoint with the lowest held-out loss.

Three objectives together: the next token; at every position the letter and the piece of a word that is said there
(dropped after training); and, in the upper decoder layers, attention that rests on the word being written. The last two
come from the words' times and are what makes an hour on a processor enough.
"""
import argparse
import dataclasses
import math
import pathlib
import time

import numpy
import torch
import torch.multiprocessing
from torch import distributed, nn
from torch.nn import functional

from brewscorpus import recordings, sentences

from . import checkpoint, corpus, examples, network, paths, sounds, tokens

SEED = 11
SHARES = {"café": 1.0, "speechocean762": 0.3, "librispeech_devclean_mp3": 0.6, "speech_commands_part": 0.3}
SILENT = 0.05
TOGETHER = 5  # steps between two means


class Helper(nn.Module):
    """The part that is dropped: which letter and which piece of a word is heard at each position."""

    def __init__(self, width: int, pieces: int) -> None:
        super().__init__()
        self.letters = nn.Linear(width, len(examples.LETTERS))
        self.pieces = nn.Linear(width, pieces + 1)


@dataclasses.dataclass
class Losses:
    tokens: torch.Tensor
    letters: torch.Tensor
    pieces: torch.Tensor
    attention: torch.Tensor

    def total(self, helpWeight: float) -> torch.Tensor:
        return self.tokens + helpWeight * (self.letters + 0.5 * self.pieces + 0.5 * self.attention)


def losses(model: network.Network, helper: Helper, batch: examples.Batch) -> Losses:
    """The objectives of a batch, each a mean per token or position."""
    with torch.autocast("cpu", torch.bfloat16):
        heard = model.encoder(batch.spectrograms)
        logits, attentions = model.decoder(batch.inputs, heard)
        letters, pieces = helper.letters(heard), helper.pieces(heard)

    def entropy(scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return functional.cross_entropy(scores.float().flatten(0, 1), targets.flatten(), ignore_index=examples.IGNORED)

    places = torch.arange(heard.shape[1])
    first, last = batch.spans[..., :1], batch.spans[..., 1:]
    known = first[..., 0] >= 0
    inside = (places >= first - 3) & (places < last + 3)
    attention = heard.new_zeros(())
    if known.any():
        for weights in attentions[1:]:
            mass = (weights * inside).sum(-1)[known]
            attention = attention - mass.clamp(min=1e-4).log().mean() / (len(attentions) - 1)
    return Losses(entropy(logits, batch.targets), entropy(letters, batch.letters), entropy(pieces, batch.pieces), attention)


class Plan:
    """Which clips are heard in which order: all anew in every round, clips of like length together."""

    def __init__(self, clips: list[corpus.Clip], random: numpy.random.Generator, positions: int) -> None:
        self.clips, self.random, self.positions = clips, random, positions

    def round(self) -> list[list[corpus.Clip]]:
        words = [clip for clip in self.clips if clip.source == "speech_commands_part"]
        others = [clip for clip in self.clips if clip.source != "speech_commands_part"]
        chosen = [clip for clip in others if self.random.random() < SHARES[clip.source]]
        order = [words[index] for index in self.random.permutation(len(words))]
        order = order[: int(SHARES["speech_commands_part"] * len(order))]
        while order:
            count = int(self.random.integers(1, 5))
            chosen.append(examples.joined(order[:count]))
            order = order[count:]
        chosen = [chosen[index] for index in self.random.permutation(len(chosen))]
        batches = []
        for begin in range(0, len(chosen), 512):
            batch: list[corpus.Clip] = []
            for clip in sorted(chosen[begin : begin + 512], key=lambda clip: len(clip.samples)):
                if batch and (len(batch) + 1) * (len(clip.samples) // examples.POSITION + 40) > self.positions:
                    batches.append(batch)
                    batch = []
                batch.append(clip)
            if batch:
                batches.append(batch)
        return [batches[index] for index in self.random.permutation(len(batches))]


def rate(step: int, steps: int, highest: float) -> float:
    """The step size: rises over 100 steps, stays, and falls to a fiftieth over the last third."""
    rising, falling = min(100, steps // 4), steps // 3
    if step < rising:
        return highest * (step + 1) / rising
    return highest * min(1.0, 0.02 + 0.98 * (steps - step) / falling)


def heldOutLoss(model: network.Network, helper: Helper, maker: examples.Maker, clips: list[corpus.Clip]) -> float:
    """The mean loss per token on held-out clips."""
    total, count = 0.0, 0
    with torch.no_grad():
        for begin in range(0, len(clips), 16):
            batch = maker.batch([maker.speech(clip.text, clip.samples, clip.words) for clip in clips[begin : begin + 16]])
            number = int((batch.targets != examples.IGNORED).sum())
            total += losses(model, helper, batch).tokens.item() * number
            count += number
    return total / count


def load() -> tuple[list[corpus.Clip], list[corpus.Clip], list[corpus.Clip]]:
    """Clips to train on, held-out clips, noise; noise that is held out is not returned."""
    parts = {name: paths.WORK / f"{name}.npz" for name in ("café", "recorded", "noise")}
    clips = [clip for name in ("café", "recorded") if parts[name].exists() for clip in corpus.load(parts[name])]
    noises = corpus.load(parts["noise"]) if parts["noise"].exists() else []
    return (
        [clip for clip in clips if not clip.heldOut], [clip for clip in clips if clip.heldOut],
        [noise for noise in noises if not noise.heldOut],
    )


def average(parameters: list[nn.Parameter], workers: int) -> None:
    """Makes the weights of all workers their mean."""
    flat = nn.utils.parameters_to_vector(parameters).detach()
    distributed.all_reduce(flat)
    with torch.no_grad():
        nn.utils.vector_to_parameters(flat / workers, parameters)


def train(
    worker: int, chosen: argparse.Namespace, pieces: list[str],
    clips: list[corpus.Clip], heldOut: list[corpus.Clip], noises: list[corpus.Clip],
) -> None:
    """One worker's training. Workers hear different clips and take the mean of their weights every few steps."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    if chosen.workers > 1:
        meeting = f"file://{paths.WORK / 'meeting'}"
        distributed.init_process_group("gloo", init_method=meeting, rank=worker, world_size=chosen.workers)
    step, best, saved = 0, math.inf, None
    if chosen.resume:
        saved = torch.load(chosen.resume, weights_only=True)
        model, names = checkpoint.read(chosen.resume)
        step, best = saved["step"], saved["best"]
    else:
        names = tokens.Tokens(pieces)
        model = network.Network(network.Shape(), names.count)
    helper = Helper(model.shape.width, names.count)
    weights = [*model.parameters(), *helper.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=chosen.rate, betas=(0.9, 0.98), weight_decay=0.02)
    if saved:
        helper.load_state_dict(saved["helper"])
        optimiser.load_state_dict(saved["optimiser"])

    random = numpy.random.default_rng([SEED, step, worker])
    studio = sounds.Studio(random, [noise.samples for noise in noises])
    prompts = [sentences.spoken(name) for item in sentences.menu()["items"] for name in [item["name"]]]
    maker = examples.Maker(model, names, random, studio, prompts)
    judge = examples.Maker(model, names, random, None, [], timestamps=False)
    plan = Plan(clips, random, chosen.positions)
    begin, mean, batches = time.process_time(), 0.0, []
    while step < chosen.steps:
        batches = batches or plan.round()
        group = [maker.speech(clip.text, clip.samples, clip.words) for clip in batches.pop()]
        group += [maker.silence(len(group[0].sound) / 16_000 + 0.3) for _ in range(random.binomial(len(group), SILENT))]
        for parameters in optimiser.param_groups:
            parameters["lr"] = rate(step, chosen.steps, chosen.rate)
        found = losses(model, helper, maker.batch(group))
        optimiser.zero_grad()
        found.total(1.0 if step < chosen.steps * 2 // 3 else 0.3).backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        step += 1
        if chosen.workers > 1 and (step % TOGETHER == 0 or step == chosen.steps):
            average(weights, chosen.workers)
        mean = found.tokens.item() if mean == 0 else 0.98 * mean + 0.02 * found.tokens.item()
        if worker != 0:
            continue
        if step % 10 == 0:
            parts = f"letters {found.letters.item():.2f} pieces {found.pieces.item():.2f} attention {found.attention.item():.2f}"
            print(f"step {step} {time.process_time() - begin:.0f} s tokens {mean:.3f} {parts}", flush=True)
        if step % chosen.every == 0 or step == chosen.steps:
            loss = heldOutLoss(model, helper, judge, heldOut)
            best = min(best, loss)
            more = {"step": step, "best": best, "helper": helper.state_dict(), "optimiser": optimiser.state_dict()}
            checkpoint.write(paths.WORK / "last.pt", model, names, **more)
            if loss == best:
                checkpoint.write(paths.WORK / "best.pt", model, names, **more)
            print(f"step {step} held-out loss {loss:.3f}{' (best)' if loss == best else ''}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--steps", type=int, default=6000)
    options.add_argument("--workers", type=int, default=1, help="processes of one thread each")
    options.add_argument("--positions", type=int, default=1600, help="positions of 20 ms in a worker's batch")
    options.add_argument("--rate", type=float, default=1.5e-3, help="the highest step size")
    options.add_argument("--pieces", type=int, default=600, help="pieces of words to learn")
    options.add_argument("--every", type=int, default=100, help="steps between two looks at the held-out clips")
    options.add_argument("--resume", type=pathlib.Path, help="go on from this checkpoint, at its step")
    options.add_argument("--smoke", action="store_true", help="a few steps, to try the path")
    chosen = options.parse_args()
    if chosen.smoke:
        chosen.steps, chosen.every = 12, 6
    clips, heldOut, noises = load()
    heldOut = sorted(heldOut, key=lambda clip: recordings.share(clip.text))[:80]
    pieces = [] if chosen.resume else tokens.learn([clip.text for clip in clips], chosen.pieces)
    (paths.WORK / "meeting").unlink(missing_ok=True)
    # Forked, so that the workers share the recordings' memory.
    torch.multiprocessing.start_processes(train, (chosen, pieces, clips, heldOut, noises), chosen.workers, start_method="fork")


if __name__ == "__main__":
    main()
