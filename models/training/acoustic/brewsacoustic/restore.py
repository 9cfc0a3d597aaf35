"""Checkpoints from an exported file, so that its training can be gone on with where its own are gone.

An export has no batch normalisations (`simplify`). The mean of each rectifier's values over some examples brings them back, and each matrix before one
gets the size of the others again, which the normalisation takes out: an optimiser's step would be ten times as far for it otherwise. The network
computes the same, up to rounding; what the optimiser remembered and the frame classifier are new, so the rate begins low once more.
"""
import argparse
import pathlib
import random

import torch

from . import checkpoint, corpus, mean, network, nnet3, paths, train, transcripts

BATCHES = 40  # of examples, over which values are averaged
SIZE = 0.13  # root mean square of the numbers in a trained matrix that no normalisation follows


def tensor(values: object) -> torch.Tensor:
    return torch.as_tensor(values, dtype=torch.float32)


def normalisations(model: network.Network) -> list[network.Normalisation]:
    return [model.earlyNorm, model.widenNorm, *(layer.norm for layer in model.layers), model.lastNorm]


class Filling:
    """Puts an exported network's components into one with normalisations, each of which takes a mean away and divides by nothing yet."""

    def __init__(self, part: nnet3.Model, average: torch.Tensor, scale: torch.Tensor, means: list[torch.Tensor]) -> None:
        """part: a network by itself; average, scale: of the features; means: of each rectifier's values, in the order of `normalisations`."""
        self.components = part.components
        self.model = network.Network()
        self.model.mean.copy_(average)
        self.model.scale.copy_(scale)
        for norm, value in zip(normalisations(self.model), means):
            norm.norm.running_mean.copy_(value)
            norm.norm.running_var.fill_(1 - norm.norm.eps)
        early = self.components["early"]
        self.model.early.weight.data.copy_(tensor(early.weight) / scale.repeat(5))
        self.model.early.bias.data.copy_(tensor(early.bias) + tensor(early.weight) @ average.repeat(5))
        first, second, *others = means
        self.pair(self.model.slowDown, "slow", self.model.widen, "wide", first, network.STRIDE, 1)
        missing = second
        for number, layer in enumerate(self.model.layers, 1):
            self.pair(layer.first, f"layer{number}.first", layer.second, f"layer{number}.second", missing, 2, 2)
            missing = others[number - 1] + network.RESIDUAL * missing
        self.pair(self.model.narrow, "narrow", self.model.last, "last", missing, 1, 1)
        self.fill(self.model.output, "scores", others[-1])

    def fill(self, layer: torch.nn.Linear, name: str, missing: torch.Tensor) -> torch.Tensor:
        """missing: by how much the layer's inputs are smaller than the component's. Returns by how much its outputs are, where it has no offset."""
        component = self.components[name]
        offset = tensor(component.bias) + tensor(component.weight) @ missing
        layer.weight.data.copy_(tensor(component.weight))
        if layer.bias is not None:
            layer.bias.data.copy_(offset)
        return offset

    def pair(self, narrow: torch.nn.Linear, name: str, wide: torch.nn.Linear, wideName: str, missing: torch.Tensor, moments: int, wideMoments: int) -> None:
        """A matrix without an offset, and the one behind it, which takes over what it lacks."""
        lacking = self.fill(narrow, name, missing.repeat(moments))
        self.fill(wide, wideName, lacking.repeat(wideMoments))


@torch.no_grad()
def measured(model: network.Network, batches: list[torch.Tensor]) -> list[torch.Tensor]:
    """The mean of each rectifier's values."""
    norms = normalisations(model)
    sums: list[list[torch.Tensor]] = [[] for _ in norms]
    hooks = [
        norm.register_forward_pre_hook(lambda _, inputs, place=place: place.append(inputs[0].relu().flatten(0, 1).mean(0)))
        for norm, place in zip(norms, sums)
    ]
    model.eval()
    for batch in batches:
        model(batch)
    for hook in hooks:
        hook.remove()
    return [torch.stack(values).mean(0) for values in sums]


def enlarge(layer: torch.nn.Linear, norm: network.Normalisation) -> None:
    """Another size of a matrix, which the normalisation behind it takes out."""
    factor = SIZE / layer.weight.data.square().mean().sqrt()
    layer.weight.data.mul_(factor)
    layer.bias.data.mul_(factor)
    norm.norm.running_mean.mul_(factor)
    norm.norm.running_var.fill_(float(factor) ** 2 - norm.norm.eps)


def restored(part: nnet3.Model, average: torch.Tensor, scale: torch.Tensor, batches: list[torch.Tensor]) -> network.Network:
    """The network that was exported, with normalisations. batches: each time × example × bins, with context."""
    plain = Filling(part, average, scale, [torch.zeros(norm.norm.num_features) for norm in normalisations(network.Network())]).model
    model = Filling(part, average, scale, measured(plain, batches)).model
    enlarge(model.widen, model.widenNorm)
    for layer in model.layers:
        enlarge(layer.second, layer.norm)
    enlarge(model.last, model.lastNorm)
    model.classifier.load_state_dict(model.output.state_dict())
    return model.eval()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--file", type=pathlib.Path, default=paths.MODEL / "am/final.mdl", help="the export; default: the shipped one")
    options.add_argument("--step", type=int, default=train.ENDS[-1], help="at which its training had ended")
    chosen = options.parse_args()
    for number in range(1, checkpoint.NETWORKS + 1):
        if checkpoint.file(number).exists():
            raise SystemExit(f"{checkpoint.file(number)} is there; move it away first")
    clips, _ = corpus.load()
    transcriber = transcripts.Transcriber(transcripts.menuWords([clip.text for clip in clips if clip.source == "café"]))
    trigram = transcripts.trigram(transcriber, [clip.text for clip in clips if not clip.heldOut])
    examples = train.Examples(0, transcriber, masks=False)
    average, scale = train.statistics(examples)
    chosenExamples = examples.batches(list(range(len(examples.about))), train.FRAMES, random.Random(0))[:BATCHES]
    batches = [examples.batch(indexes, random.Random(place)).features for place, indexes in enumerate(chosenExamples)]
    heldOut = train.Examples(train.features.HELD_OUT, transcriber, masks=False)
    exported = nnet3.Reader(chosen.file.read_bytes()).model()
    for number in range(1, checkpoint.NETWORKS + 1):
        model = restored(mean.part(exported, number), average, scale, batches)
        training = train.Training(trigram, chosen.step + 1, number, low=False)
        training.begin(model, chosen.step)
        training.save(checkpoint.file(number))
        print(f"network {number}: {checkpoint.file(number)}, held out: {train.validate(model, heldOut, trigram)}", flush=True)
    print(f"go on with: python3 -m brewsacoustic.train --resume --network 1 --steps {chosen.step * 3 // 2}, and --network 2")


if __name__ == "__main__":
    main()
