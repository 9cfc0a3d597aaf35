"""Writes the mean of the networks as Kaldi's nnet3 in the layout that Vosk loads: am/final.mdl and conf/."""
import argparse
import pathlib

import numpy
import torch

from . import checkpoint, mean, network, nnet3, paths, simplify

FILTER_BANK = f"""--num-mel-bins={network.BINS}
--low-freq=20
--high-freq=-400
--dither=0
"""


def number(value: torch.Tensor) -> numpy.ndarray:
    return value.detach().numpy().astype(float)


class Builder:
    """Collects the components, each fed by the one before unless told otherwise."""

    def __init__(self) -> None:
        self.lines = [f"input-node name=input dim={network.BINS}"]
        self.components: dict[str, nnet3.Component] = {}
        self.last = "input"

    def add(self, name: str, component: nnet3.Component, source: str | None = None) -> None:
        self.components[name] = component
        self.lines.append(f"component-node name={name} component={name} input={source or self.last}")
        self.last = name

    def moments(self, *offsets: int) -> str:
        """The last node at several moments, side by side."""
        return f"Append({', '.join(f'Offset({self.last}, {offset})' if offset else self.last for offset in offsets)})"

    def linear(self, name: str, layer: torch.nn.Linear, source: str | None = None) -> None:
        weight = number(layer.weight)
        bias = number(layer.bias) if layer.bias is not None else numpy.zeros(len(weight))
        self.add(name, nnet3.Affine(weight, bias), source)

    def activation(self, name: str, layer: network.Normalisation) -> None:
        mean, variance = number(layer.norm.running_mean), number(layer.norm.running_var)
        self.add(f"{name}.relu", nnet3.ReLU(len(mean)))
        self.add(f"{name}.norm", nnet3.Normalisation(mean, variance, layer.norm.eps))


def model(trained: network.Network) -> nnet3.Model:
    """The network in nnet3's terms. The scaling of the features becomes part of the first matrix."""
    builder = Builder()
    weight = number(trained.early.weight) * numpy.tile(number(trained.scale), 5)
    bias = number(trained.early.bias) - weight @ numpy.tile(number(trained.mean), 5)
    builder.add("early", nnet3.Affine(weight, bias), builder.moments(-2, -1, 0, 1, 2))
    builder.activation("early", trained.earlyNorm)
    builder.linear("slow", trained.slowDown, builder.moments(-1, 0, 1))
    builder.linear("wide", trained.widen)
    builder.activation("wide", trained.widenNorm)
    for index, layer in enumerate(trained.layers, 1):
        before, name = builder.last, f"layer{index}"
        builder.linear(f"{name}.first", layer.first, builder.moments(-network.STRIDE, 0))
        builder.linear(f"{name}.second", layer.second, builder.moments(*sorted((0, network.STRIDE * layer.after))))
        builder.activation(name, layer.norm)
        builder.add(name, nnet3.Identity(len(layer.second.bias)), f"Sum(Scale({network.RESIDUAL}, {before}), {builder.last})")
    builder.linear("narrow", trained.narrow)
    builder.linear("last", trained.last)
    builder.activation("last", trained.lastNorm)
    builder.linear("scores", trained.output)
    builder.lines.append("output-node name=output input=scores objective=linear")
    return nnet3.Model(builder.lines, builder.components, (network.LEFT, network.RIGHT))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--model", type=pathlib.Path, default=paths.WORK / "model", help="the folder to write")
    options.add_argument("--second", type=pathlib.Path, help="an am/final.mdl whose second network takes the place of the second one trained here")
    chosen = options.parse_args()
    (chosen.model / "am").mkdir(parents=True, exist_ok=True)
    (chosen.model / "conf").mkdir(exist_ok=True)
    networks = [checkpoint.read(checkpoint.file(number)) for number in range(1, checkpoint.NETWORKS + (0 if chosen.second else 1))]
    parts = [simplify.withoutNormalisations(model(one)) for one in networks]
    if chosen.second:
        parts.append(mean.part(nnet3.Reader(chosen.second.read_bytes()).model(), 2))
    with open(chosen.model / "am/final.mdl", "wb") as file:
        nnet3.Writer(file).model(mean.mean(parts))
    (chosen.model / "conf/fbank.conf").write_text(FILTER_BANK)
    # The search belongs to the product as much as to the network: what is shipped is kept.
    (chosen.model / "conf/model.conf").write_text((paths.MODEL / "conf/model.conf").read_text())
    print(f"{chosen.model}: {(chosen.model / 'am/final.mdl').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
