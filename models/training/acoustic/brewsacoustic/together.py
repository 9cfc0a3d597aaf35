"""Trains several networks at once on a GPU, from what `pack` has packed: each step some minutes of sound for each of them.

Steps are recorded once for each length of utterances and replayed (CUDA graphs), since the sums over paths are thousands of tiny
operations. Examples are changed anew each time (`scenes`). The rate follows the time that has passed, so that the training ends
when it must.
"""
import argparse
import collections.abc
import dataclasses
import pathlib
import time

import numpy
import torch

from . import mmi, muon, network, pack, scenes, tables

OUTPUTS = 16_000  # of 30 ms per step and network
RATE = 2e-3
DECAY = 1e-3
WARM_UP = 200  # steps
COOL_DOWN = 0.5  # of the time, the share at the end in which the rate falls
EASY, HARDER = 400, 800  # steps without noise, rooms and other paces; and on which these come
MOST_BAD = 10  # steps of a hundred
FOLLOWING = 0.998  # of the weights' running average
CLASSIFIER, SQUARES = 0.1, 2e-4  # as in `train`
OUTSIDE = ("early", "output", "classifier")  # as in `train`
ENDING = 22  # seconds kept for what follows the last step


class Muons:
    """Muon for the matrices of several networks, those of one shape at once."""

    def __init__(self, matrices: list[torch.nn.Parameter]) -> None:
        self.groups: dict[torch.Size, list[torch.nn.Parameter]] = {}
        for matrix in matrices:
            self.groups.setdefault(matrix.shape, []).append(matrix)
        self.momenta = {shape: torch.zeros(len(group), *shape) for shape, group in self.groups.items()}

    @torch.no_grad()
    def step(self, rate: float) -> None:
        for shape, group in self.groups.items():
            gradients = torch.stack([matrix.grad for matrix in group])
            momentum = self.momenta[shape].lerp_(gradients, 1 - muon.MOMENTUM)
            steps = muon.orthogonal(torch.lerp(momentum, gradients, 1 - muon.MOMENTUM))
            torch._foreach_mul_(group, 1 - rate * DECAY)
            torch._foreach_add_(group, list(steps), alpha=-rate * muon.SIZE * max(shape) ** 0.5)


class Dropout:
    """Multiplies each layer's channels by random numbers around 1, the same at all moments of an utterance."""

    def __init__(self, model: network.Network) -> None:
        self.strength = torch.zeros(())
        for layer in model.layers:
            layer.register_forward_hook(self.hook)

    def hook(self, layer: torch.nn.Module, _: object, values: torch.Tensor) -> torch.Tensor | None:
        if not layer.training:
            return None
        return values * (1 + self.strength * (4 * torch.rand(1, *values.shape[1:]) - 2)).to(values.dtype)


class Step:
    """One length's recorded forward and backward pass of all networks: its inputs and results."""

    def __init__(self, training: "Training", length: int) -> None:
        self.training, self.length = training, length
        size = tables.rows(length, training.outputs) * len(training.models)
        frames = network.LEFT + network.STRIDE * (length - 1) + 1 + network.RIGHT
        self.features = torch.zeros(frames, size, network.BINS)
        self.lengths = torch.ones(size, dtype=torch.long)
        shape = (size, tables.positions(length))
        self.transcripts = mmi.Transcripts(torch.zeros(shape, dtype=torch.long), *(torch.zeros(shape, dtype=torch.bool) for _ in range(3)))
        self.graph: torch.cuda.CUDAGraph | None = None
        self.values = torch.zeros(())

    def fill(self, features: torch.Tensor, lengths: torch.Tensor, transcripts: mmi.Transcripts) -> None:
        self.features.copy_(features)
        self.lengths.copy_(lengths)
        for field in dataclasses.fields(mmi.Transcripts):
            getattr(self.transcripts, field.name).copy_(getattr(transcripts, field.name))

    def compute(self) -> torch.Tensor:
        models, device = self.training.models, self.features.device.type
        torch._foreach_zero_(self.training.gradients)
        scores, classes = [], []
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda", cache_enabled=False):
            for model, part in zip(models, self.features.chunk(len(models), 1)):
                first, second = model(part)
                scores.append(first.float())
                classes.append(second.float())
        scores, classes = torch.cat(scores, 1), torch.cat(classes, 1)
        objective, wanted = mmi.loss(scores, self.lengths, self.transcripts, self.training.trigram)
        entropy = -(wanted * classes.log_softmax(2)).sum() / wanted.sum().clamp(min=1)
        # The sums are over all networks, whose gradients should each be those of a mean of their own.
        ((objective + CLASSIFIER * entropy + SQUARES * scores.square().mean()) * len(models)).backward()
        # A step that cannot be computed must not end the training of all networks.
        for gradient in self.training.gradients:
            gradient.nan_to_num_(0, 0, 0)
        return torch.stack([objective.detach(), entropy.detach()])

    def record(self, pool: object) -> None:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(2):
                self.compute()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, pool=pool):
            self.values = self.compute()

    def run(self) -> torch.Tensor:
        if self.graph:
            self.graph.replay()
            return self.values
        return self.compute()


class Training:
    def __init__(self, data: tables.Data, networks: list[tuple[int, int, bool, float]], outputs: int) -> None:
        """networks: width, bottleneck, whether it does not hear the fold, dropout; outputs: of a step and network."""
        self.data, self.networks, self.outputs = data, networks, outputs
        self.trigram = data.trigram
        self.models, self.averages, self.dropouts = [], [], []
        sample = data.store.frames[::17].float()
        sample = sample[sample[:, 0] > scenes.SILENT + 1]
        for number, (width, bottleneck, _, _) in enumerate(networks):
            torch.manual_seed(100 + number)
            model, average = network.Network(width, bottleneck), network.Network(width, bottleneck)
            model.mean.copy_(sample.mean(0))
            model.scale.copy_(1 / sample.std(0))
            average.load_state_dict(model.state_dict())
            self.models.append(model.train())
            self.averages.append(average)
            self.dropouts.append(Dropout(model))
        hidden, others = [], []
        for model in self.models:
            for name, parameter in model.named_parameters():
                parameter.grad = torch.zeros_like(parameter)
                (hidden if parameter.ndim == 2 and not name.startswith(OUTSIDE) else others).append(parameter)
        self.parameters = [*hidden, *others]
        self.gradients = [parameter.grad for parameter in self.parameters]
        self.muon = Muons(hidden)
        self.adam = torch.optim.AdamW(others, lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY, foreach=True)
        self.steps = {length: Step(self, length) for length in tables.LENGTHS}
        self.step = 0
        self.chance = numpy.random.default_rng(7)

    def prepare(self, plans: list[tables.Plan], length: int, hard: float) -> Step:
        """Takes a batch for each network into the step of its length."""
        device = torch.get_default_device()
        join = lambda name: torch.from_numpy(numpy.concatenate([getattr(plan, name) for plan in plans])).to(device, non_blocking=True)
        chosen, longer, before, totals, ways, isSaid = (join(field.name) for field in dataclasses.fields(tables.Plan))
        features = scenes.scene(self.data.store, chosen, longer.float(), before, totals, length, isSaid, hard)
        step = self.steps[length]
        step.fill(features, -(-totals // network.STRIDE), self.data.ways.batch(ways, tables.positions(length)))
        return step

    def hard(self) -> float:
        return min(1.0, max(0.0, (self.step - EASY) / HARDER))

    def batches(self, hard: float) -> list[tuple[int, list[tables.Plan]]]:
        folded = [isFolded for _, _, isFolded, _ in self.networks]
        each = [tables.passes(self.data, self.chance, self.outputs, isFolded, hard) for isFolded in folded]
        result = [
            (length, [one[length][index] for one in each])
            for length in tables.LENGTHS for index in range(min(len(one[length]) for one in each))
        ]
        self.chance.shuffle(result)
        return result

    @torch.no_grad()
    def improve(self, rate: float) -> None:
        self.muon.step(rate)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        share = 1.0 if self.step < 50 else 1 - FOLLOWING
        ours = [parameter for model in self.models for parameter in model.parameters()]
        theirs = [parameter for model in self.averages for parameter in model.parameters()]
        torch._foreach_lerp_(theirs, ours, share)

    def run(self, seconds: float, log: collections.abc.Callable[[str], None], save: collections.abc.Callable[[], None]) -> None:
        """Steps for so long. save: called once, late, in case there is no time to end."""
        begin, sums, bad, isSaved = time.time(), torch.zeros(2), torch.zeros((), dtype=torch.long), False
        while True:
            batches = self.batches(self.hard())
            if not batches:
                raise SystemExit("there are too few examples for a full batch: pack more, or take fewer --outputs")
            for length, plans in batches:
                passed = (time.time() - begin) / seconds
                if passed >= 1:
                    return
                if passed > 0.75 and not isSaved:
                    self.settle(20)
                    save()
                    isSaved = True
                rate = RATE * min(1, (self.step + 1) / WARM_UP) * min(1, (1 - passed) / COOL_DOWN) ** 1.5
                for (_, _, _, strength), dropout in zip(self.networks, self.dropouts):
                    dropout.strength.fill_(strength * min(1, self.step / 1500) * min(1, (1 - passed) / 0.3))
                step = self.prepare(plans, length, self.hard())
                values = step.run()
                isBad = ~values.isfinite().all()
                bad += isBad
                sums += torch.where(isBad, 0, values)
                self.improve(rate)
                self.step += 1
                if self.step % 100 == 0:
                    skipped = int(bad)
                    objective, entropy = (sums / max(1, 100 - skipped)).tolist()
                    sums.zero_()
                    bad.zero_()
                    if skipped:
                        log(f"{skipped} of 100 steps could not be computed")
                    if skipped > MOST_BAD:
                        save()
                        raise SystemExit("too many steps cannot be computed")
                    log(f"step {self.step} objective {objective:.4f} classifier {entropy:.3f} rate {rate:.5f} hard {self.hard():.2f} {time.time() - begin:.0f} s")

    @torch.no_grad()
    def settle(self, count: int) -> None:
        """Statistics of the averaged networks' normalisations."""
        norms = [module for model in self.averages for module in model.modules() if isinstance(module, torch.nn.BatchNorm1d)]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None
        for model in self.averages:
            model.train()
        device = torch.get_default_device().type
        for length, plans in self.batches(1.0)[:count]:
            features = self.prepare(plans, length, 1.0).features
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                for model, part in zip(self.averages, features.chunk(len(self.averages), 1)):
                    model(part)

    @torch.no_grad()
    def validate(self, kind: int) -> list[float]:
        """The objective per frame of each averaged network on held-out clips, as they are."""
        data = self.data
        totals = [[0.0, 0.0] for _ in self.averages]
        for model in self.averages:
            model.eval()
        numbers = numpy.flatnonzero(data.kinds == kind)
        shorter = 0
        for length in tables.LENGTHS:
            these = numbers[(data.counts[numbers] <= network.STRIDE * length) & (data.counts[numbers] > network.STRIDE * shorter) & (data.ways.longest[numbers] <= tables.positions(length))]
            shorter = length
            for begin in range(0, len(these), 256):
                part = these[begin : begin + 256]
                counts = torch.tensor(data.counts[part])
                size = len(part)
                frames = scenes.spoken(data.store, torch.tensor(part), torch.ones(size), torch.zeros(size), network.STRIDE * length)
                features = scenes.context(frames, counts, length)
                transcripts = data.ways.batch(torch.tensor(data.ways.begins[part]), tables.positions(length))
                for model, sums in zip(self.averages, totals):
                    value, wanted = mmi.loss(model(features)[0], -(-counts // network.STRIDE), transcripts, self.trigram)
                    count = float(wanted.sum())
                    sums[0] += float(value) * count
                    sums[1] += count
        return [total / max(1, count) for total, count in totals]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=pathlib.Path, help="what `pack` wrote")
    options.add_argument("out", type=pathlib.Path)
    options.add_argument("--seconds", type=float, default=480)
    options.add_argument("--networks", default="448,96,0,0;448,96,0,0", help="width,bottleneck,fold,dropout of each")
    options.add_argument("--workers", type=int, default=14)
    options.add_argument("--eager", action="store_true")
    options.add_argument("--outputs", type=int, default=OUTPUTS)
    chosen = options.parse_args()
    isGPU = torch.cuda.is_available()
    begin = time.time()
    chosen.out.mkdir(parents=True, exist_ok=True)
    file = open(chosen.out / "log.txt", "a")

    def log(line: str) -> None:
        print(line, flush=True)
        print(line, file=file, flush=True)

    torch.set_default_device("cuda" if isGPU else "cpu")
    torch.set_float32_matmul_precision("high")
    data = tables.Data(chosen.data, chosen.workers)
    log(f"{len(data.kinds)} examples, {data.counts.sum() / 360000:.1f} h, unpacked after {time.time() - begin:.0f} s")
    networks = [(int(a), int(b), bool(int(c)), float(d)) for a, b, c, d in (one.split(",") for one in chosen.networks.split(";"))]
    training = Training(data, networks, chosen.outputs)
    if isGPU and not chosen.eager:
        pool = torch.cuda.graph_pool_handle()
        for length, plans in {length: plans for length, plans in training.batches(1.0)}.items():
            training.prepare(plans, length, 1.0)
            try:
                training.steps[length].record(pool)
            except Exception as error:
                log(f"{length}: not recorded: {error}")
                training.steps[length].graph = None
            torch.cuda.synchronize()
            start = time.time()
            for _ in range(3):
                training.prepare(plans, length, 1.0).run()
            torch.cuda.synchronize()
            log(f"length {length}: {(time.time() - start) / 3 * 1000:.0f} ms, {torch.cuda.max_memory_reserved() / 1e9:.1f} GB, after {time.time() - begin:.0f} s")

    def save() -> None:
        for number, average in enumerate(training.averages, 1):
            # Matrices in half precision: the model that is made of them has 16 bits, too.
            state = {name: (value.half() if value.ndim == 2 else value).cpu() for name, value in average.state_dict().items()}
            torch.save({"average": state}, chosen.out / f"network{number}.pt")

    training.run(chosen.seconds - (time.time() - begin) - ENDING, log, save)
    log(f"{training.step} steps, {time.time() - begin:.0f} s")
    training.settle(60)
    for name, kind in (("clean", pack.Kind.HELD_OUT), ("6 dB", pack.Kind.HELD_OUT_NOISY)):
        log(f"held out, {name}: {' '.join(f'{value:.4f}' for value in training.validate(kind))}")
    save()
    log(f"done after {time.time() - begin:.0f} s")


if __name__ == "__main__":
    main()
