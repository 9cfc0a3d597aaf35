"""Trains the network: steps over the copies of the features, checkpoints, validation on held-out speakers."""
import argparse
import dataclasses
import os
import pathlib
import random
import time

import numpy
import torch
from torch import nn

from . import checkpoint, corpus, features, mmi, muon, network, phones, transcripts, variation

FRAMES = 12_000  # of 10 ms per step, padding included
SHORTEST, LONGEST = 25, 1_900  # frames
PLAIN_PASSES = 1
RATE = 2e-3
DECAY = 1e-3  # of the weights, per step and rate
OUTSIDE = ("early", "output", "classifier")  # matrices next to features and scores, which Muon is not meant for
WARM_UP = 300  # steps
SAVED = 250  # steps between checkpoints
ENDS = (4_200, 8_000)  # steps at which the rate has fallen to nothing; after all but the last it is at its height again (Loshchilov, Hutter 2017)
COOL_DOWN = 0.4  # of the steps up to an end, those before it in which the rate falls
AVERAGE = 0.998  # of the weights' running average, per step
CLASSIFIER = 0.1  # weight of the frame classifier's cross-entropy
SQUARES = 2e-4  # weight of the outputs' squares, which keeps them from drifting


@dataclasses.dataclass
class Batch:
    """features: time × utterance × 40 with context; lengths: output frames of each utterance."""

    features: torch.Tensor
    lengths: torch.Tensor
    transcripts: mmi.Transcripts


class Examples:
    """Batches of one copy of the features, always the same for the same pass."""

    def __init__(self, number: int, transcriber: transcripts.Transcriber, masks: bool) -> None:
        """Waits for a copy that is still being made."""
        while not features.isMade(number):
            time.sleep(5)
        self.about, self.frames = features.load(number)
        self.begins = numpy.cumsum([0, *(count for _, _, count in self.about)])
        self.transcriber, self.masks = transcriber, masks
        self.noises = [index for index, (_, source, _) in enumerate(self.about) if not source]
        # Unknown words and rare pronunciations would only be in the way while the phones are not yet found.
        self.isVaried = number >= 0

    def batches(self, chosen: list[int], size: int, chance: random.Random) -> list[list[int]]:
        """Examples of like length together, in random order; size: frames in a batch."""
        fitting = [index for index in chosen if SHORTEST <= self.about[index][2] <= LONGEST]
        fitting.sort(key=lambda index: self.about[index][2] * chance.uniform(0.93, 1.07))
        result: list[list[int]] = []
        longest = 0
        for index in fitting:
            longest = max(longest, self.about[index][2])
            if not result or longest * (len(result[-1]) + 1) > size:
                result.append([])
                longest = self.about[index][2]
            result[-1].append(index)
        chance.shuffle(result)
        return result

    def batch(self, chosen: list[int], chance: random.Random) -> Batch:
        """Examples of the changed copies sound another way each time they are taken (`variation`)."""
        inputs, lengths, sequences = [], [], []
        for index in chosen:
            sequences.append(self.transcriber.sequence(self.about[index][0], chance if self.isVaried else None))
            frames = self.example(index)
            if self.isVaried:
                frames = variation.varied(frames, self.background(index, chance), chance, 2 * network.STRIDE * len(sequences[-1]))
            inputs.append(network.withContext(self.masked(frames, chance) if self.masks else frames))
            lengths.append(-(-len(frames) // network.STRIDE))
        longest = max(map(len, inputs))
        stacked = torch.stack([torch.cat([one, one[-1:].expand(longest - len(one), -1)]) for one in inputs], 1)
        return Batch(stacked, torch.tensor(lengths), mmi.Transcripts.of(sequences))

    def example(self, index: int) -> torch.Tensor:
        return torch.from_numpy(self.frames[self.begins[index] : self.begins[index + 1]].astype(numpy.float32))

    def background(self, index: int, chance: random.Random) -> list[torch.Tensor]:
        """A stretch of noise, or two to four people who talk; only noise beside an example in which nobody speaks."""
        if self.noises and (not self.about[index][1] or chance.random() < 0.65):
            return [self.example(chance.choice(self.noises))]
        return [self.example(chance.randrange(len(self.about))) for _ in range(chance.randint(2, 4))]

    def masked(self, frames: torch.Tensor, chance: random.Random) -> torch.Tensor:
        """Another level, and two stretches of bands and two of time hidden (SpecAugment, Park et al. 2019)."""
        frames = frames + chance.uniform(-0.7, 0.7)
        mean = frames.mean()
        for _ in range(2):
            width = chance.randint(0, 7)
            begin = chance.randint(0, network.BINS - width)
            frames[:, begin : begin + width] = mean
            width = chance.randint(0, min(20, len(frames) // 8))
            begin = chance.randint(0, len(frames) - width)
            frames[begin : begin + width] = mean
        return frames


def height(step: int, steps: int, begun: int = 0) -> float:
    """Share of the highest rate, at a step of a training that ends at `steps` and whose optimisers have remembered what they did from `begun` on."""
    end = next((end for end in ENDS if step < end < steps), steps)
    return min(1, (step - begun + 1) / WARM_UP) * min(1, (end - step) / (COOL_DOWN * end)) ** 1.5


class Training:
    """The state of a training, and one step of it."""

    def __init__(self, trigram: torch.Tensor, steps: int, number: int, low: bool) -> None:
        """steps: at which it ends; number: of the network; low: compute products in bfloat16."""
        torch.manual_seed(4 + number)
        self.model, self.average = network.Network(), network.Network()
        hidden, others = [], []
        for name, parameter in self.model.named_parameters():
            (hidden if parameter.ndim == 2 and not name.startswith(OUTSIDE) else others).append(parameter)
        self.optimisers = [
            muon.Muon(hidden, lr=RATE, weight_decay=DECAY),
            torch.optim.AdamW(others, lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY, foreach=True),
        ]
        self.trigram, self.steps, self.low = trigram, steps, low
        self.step = self.begun = 0

    def begin(self, model: network.Network, step: int) -> None:
        """Goes on from a network alone."""
        self.model.load_state_dict(model.state_dict())
        self.average.load_state_dict(model.state_dict())
        self.step = self.begun = step

    def rate(self) -> float:
        return RATE * height(self.step, self.steps, self.begun)

    def take(self, batch: Batch) -> tuple[float, float]:
        """One step; returns the objective and the classifier's cross-entropy per frame."""
        self.model.train()
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = self.rate()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.low):
            scores, classes = self.model(batch.features)
        scores = scores.float()
        objective, wanted = mmi.loss(scores, batch.lengths, batch.transcripts, self.trigram)
        entropy = -(wanted * classes.float().log_softmax(2)).sum() / wanted.sum().clamp(min=1)
        loss = objective + CLASSIFIER * entropy + SQUARES * scores.square().mean()
        self.model.zero_grad()
        loss.backward()
        size = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        if size.isfinite():
            for optimiser in self.optimisers:
                optimiser.step()
        self.step += 1
        self.follow()
        return objective.item(), entropy.item()

    @torch.no_grad()
    def follow(self) -> None:
        """Moves the running average of the weights; its normalisation statistics are the model's."""
        share = 1 - min(AVERAGE, self.step / (self.step + 10))
        theirs, ours = list(self.average.parameters()), list(self.model.parameters())
        torch._foreach_mul_(theirs, 1 - share)
        torch._foreach_add_(theirs, ours, alpha=share)
        for target, source in zip(self.average.buffers(), self.model.buffers()):
            target.copy_(source) if not target.is_floating_point() else target.lerp_(source, share)

    def save(self, file: pathlib.Path) -> None:
        checkpoint.write(
            file, model=self.model.state_dict(), average=self.average.state_dict(),
            optimisers=[optimiser.state_dict()["state"] for optimiser in self.optimisers], step=self.step, begun=self.begun,
            clips=corpus.STAMP.read_text(),
        )

    def resume(self, file: pathlib.Path) -> None:
        data = torch.load(file, weights_only=True)
        if data.get("clips") != corpus.STAMP.read_text():
            raise SystemExit(f"{file} was trained on other clips, or by an earlier version of this training, and cannot be gone on with: move it away")
        self.model.load_state_dict(data["model"])
        self.average.load_state_dict(data["average"])
        for optimiser, state in zip(self.optimisers, data["optimisers"]):
            optimiser.load_state_dict({"state": state, "param_groups": optimiser.state_dict()["param_groups"]})
        self.step, self.begun = data["step"], data.get("begun", 0)


@torch.no_grad()
def validate(model: network.Network, examples: Examples, trigram: torch.Tensor) -> str:
    """The objective per frame on held-out clips, clean and at 6 dB."""
    model.eval()
    chance = random.Random(0)
    results = []
    for noisy in (False, True):
        chosen = [index for index, (_, source, _) in enumerate(examples.about) if source.endswith("6 dB") == noisy]
        total = frames = 0.0
        for indexes in examples.batches(chosen, FRAMES, chance):
            batch = examples.batch(indexes, chance)
            value, wanted = mmi.loss(model(batch.features)[0], batch.lengths, batch.transcripts, trigram)
            count = float(wanted.sum())
            total, frames = total + float(value) * count, frames + count
        results.append(f"{'6 dB' if noisy else 'clean'} {total / max(1, frames):.4f}")
    return ", ".join(results)


def which(passes: int, copies: int) -> int:
    """The copy for a pass: first the clips as they are, then each copy twice in a row, so that the first suffice to begin."""
    return features.PLAIN if passes < PLAIN_PASSES else (passes - PLAIN_PASSES) // 2 % copies


def statistics(examples: Examples) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean and one over the deviation of each feature, from a share of the frames."""
    frames = torch.from_numpy(examples.frames[::17].astype(numpy.float32))
    return frames.mean(0), 1 / frames.std(0).clamp(min=1e-3)


def hasBfloat16() -> bool:
    """Whether the processor multiplies bfloat16 by itself; where it must be imitated, it takes eight times as long as 32 bits (AVX2)."""
    return not {"avx512_bf16", "amx_bf16", "bf16"}.isdisjoint(pathlib.Path("/proc/cpuinfo").read_text().split())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--network", type=int, default=1, choices=range(1, checkpoint.NETWORKS + 1), help="which: they differ by chance only")
    options.add_argument("--steps", type=int, default=ENDS[-1], help="a training may be resumed with a later end: the rate is raised again")
    options.add_argument("--copies", type=int, default=4, help="of the features; a missing one is waited for")
    options.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    options.add_argument("--precise", action="store_true", help="all in 32 bits, as on processors without instructions for bfloat16")
    options.add_argument("--threads", type=int, default=max(1, min(2, len(os.sched_getaffinity(0)) // checkpoint.NETWORKS)), help="of the processor")
    options.add_argument("--smoke", action="store_true")
    chosen = options.parse_args()
    torch.set_num_threads(1 if chosen.smoke else chosen.threads)  # threads that wait for one another cost processor time
    steps, copies, size = (20, 1, 3_000) if chosen.smoke else (chosen.steps, chosen.copies, FRAMES)

    clips, _ = corpus.load()
    transcriber = transcripts.Transcriber(transcripts.menuWords([clip.text for clip in clips if clip.source == "café"]))
    trigram = transcripts.trigram(transcriber, [clip.text for clip in clips if not clip.heldOut])
    file = checkpoint.file(chosen.network)
    training = Training(trigram, steps, chosen.network, low=not chosen.precise and hasBfloat16())
    if chosen.resume and file.exists():
        training.resume(file)
    else:
        mean, scale = statistics(Examples(0, transcriber, masks=False))
        for model in (training.model, training.average):
            model.mean.copy_(mean)
            model.scale.copy_(scale)
    heldOut = Examples(features.HELD_OUT, transcriber, masks=False)

    def say(line: str) -> None:
        print(f"network {chosen.network}: {line}", flush=True)

    say(f"{sum(p.numel() for p in training.model.parameters())} parameters, from step {training.step}")
    begin, first, passes, done = time.time(), training.step, 0, 0
    objective = entropy = None
    while training.step < steps:
        number = which(passes, copies)
        examples = Examples(number, transcriber, masks=True)
        chance = random.Random(f"{chosen.network} {passes}")
        batches = examples.batches(list(range(len(examples.about))), size, chance)
        skipped = min(len(batches), max(0, training.step - done))
        for index, indexes in enumerate(batches[skipped:], skipped):
            if training.step >= steps:
                break
            batch = examples.batch(indexes, random.Random(f"{chosen.network} {passes} {index}"))
            values = training.take(batch)
            objective = values[0] if objective is None else 0.98 * objective + 0.02 * values[0]
            entropy = values[1] if entropy is None else 0.98 * entropy + 0.02 * values[1]
            if training.step % 100 == 0 or training.step == steps:
                each = (time.time() - begin) / (training.step - first)
                say(
                    f"step {training.step} pass {passes} objective {objective:.4f} classifier {entropy:.3f} "
                    f"rate {training.rate():.5f} {each:.2f} s/step, {each * (steps - training.step) / 60:.0f} min left"
                )
            if training.step % SAVED == 0:
                training.save(file)
        done += len(batches)
        passes += 1
        if done > first and not chosen.smoke:
            say(f"pass {passes - 1}: held out: {validate(training.average, heldOut, trigram)}")
    training.save(file)
    say(f"held out: {validate(training.average, heldOut, trigram)}")


if __name__ == "__main__":
    main()
