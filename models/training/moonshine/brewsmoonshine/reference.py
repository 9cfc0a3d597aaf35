"""Writes what the wake word's own computation is compared with: `Tests/MoonshineTests/Fixtures/moonshine.json`.

Encoder and decoder are computed once more from their weights, in PyTorch with 32-bit floats, and that is compared with ONNX
Runtime, which rounds what it multiplies to eight bits.
"""
import argparse
import json
import pathlib

import numpy
import torch
from brewsacoustic import clip, paths
from torch.nn import functional

from . import export, moonshine

FIXTURE = paths.PROJECT / "Tests/MoonshineTests/Fixtures/moonshine.json"
FRAMES, VALUES = (0, 1, 20, 39), 12
TEXT = ("_Hey", "_B", "rew", "s")
ROUNDING = 0.05, 1.0  # how far vectors of some 0.3 may be apart on average, and log-likelihoods


class Computation:
    def __init__(self, weights: moonshine.Weights) -> None:
        self.weights = weights

    def vector(self, name: str) -> torch.Tensor:
        return torch.tensor(self.weights.vector(name))

    def product(self, values: torch.Tensor, name: str) -> torch.Tensor:
        whole, zero, step = self.weights.matrix(name)
        return values @ torch.tensor((whole.astype(numpy.float32) - zero) * step).T

    def norm(self, values: torch.Tensor, name: str) -> torch.Tensor:
        return functional.layer_norm(values, (moonshine.WIDTH,), self.vector(f"{name}.weight"))

    def attention(self, values: torch.Tensor, seen: torch.Tensor, name: str, isTurned: bool, isCausal: bool) -> torch.Tensor:
        queries, keys, contents = (
            self.product(source, f"{name}/{part}_proj/MatMul_output_0").unflatten(1, (moonshine.HEADS, -1)).transpose(0, 1)
            for part, source in (("q", values), ("k", seen), ("v", seen))
        )
        if isTurned:
            queries, keys = turned(queries), turned(keys)
        found = functional.scaled_dot_product_attention(queries, keys, contents, is_causal=isCausal)
        return self.product(found.transpose(0, 1).flatten(1), f"{name}/o_proj/MatMul_output_0")

    def layer(self, values: torch.Tensor, block: str, name: str, part: str) -> torch.Tensor:
        return self.product(values, f"{block}/mlp/{part}/Add_output_0") + self.vector(f"{name}.mlp.{part}.bias")

    def vectors(self, samples: numpy.ndarray) -> torch.Tensor:
        """float32 [frames, WIDTH] of samples between -1 and 1."""
        tensors = {name: torch.tensor(self.weights.values[f"{name}.weight_add_tensor"]) for name in ("conv1", "conv2", "conv3")}
        values = torch.tanh(functional.conv1d(torch.tensor(samples, dtype=torch.float32)[None, None], tensors["conv1"], stride=64))
        values = functional.group_norm(values, 1, self.vector("onnx::Mul_2080"), self.vector("onnx::Add_2081"))
        for name, stride in (("conv2", 3), ("conv3", 2)):
            values = functional.gelu(functional.conv1d(values, tensors[name], self.vector(f"{name}.bias"), stride=stride))
        values = values[0].T
        for number in range(moonshine.BLOCKS):
            block, name = f"/layers.{number}", f"layers.{number}"
            before = self.norm(values, f"{name}.input_layernorm")
            values = values + self.attention(before, before, f"{block}/self_attn", isTurned=True, isCausal=False)
            hidden = functional.gelu(self.layer(self.norm(values, f"{name}.post_attention_layernorm"), block, name, "fc1"))
            values = values + self.layer(hidden, block, name, "fc2")
        return self.norm(values, "layer_norm")

    def scores(self, seen: torch.Tensor, text: list[int]) -> torch.Tensor:
        """float32 [pieces of the text, all pieces]."""
        whole, zero, step = self.weights.whole("model.decoder.embed_tokens.weight")
        pieces = torch.tensor((whole.astype(numpy.float32) - zero) * step)
        values = pieces[text]
        for number in range(moonshine.BLOCKS):
            block, name = f"decoder/layers.{number}", f"model.decoder.layers.{number}"
            before = self.norm(values, f"{name}.input_layernorm")
            values = values + self.attention(before, before, f"{block}/self_attn", isTurned=True, isCausal=True)
            before = self.norm(values, f"{name}.post_attention_layernorm")
            values = values + self.attention(before, seen, f"{block}/encoder_attn", isTurned=False, isCausal=False)
            hidden, gate = self.layer(self.norm(values, f"{name}.final_layernorm"), block, name, "fc1").chunk(2, -1)
            values = values + self.layer(functional.silu(gate) * hidden, block, name, "fc2")
        return self.norm(values, "model.decoder.norm") @ pieces.T


def turned(values: torch.Tensor) -> torch.Tensor:
    """values: [heads, frames, size]; pairs of the first ones are turned (rotary position embedding)."""
    speeds = 10_000 ** -(torch.arange(0, moonshine.ROTATED, 2) / moonshine.ROTATED)
    angles = torch.arange(values.shape[1])[:, None] * speeds
    pairs = values[..., : moonshine.ROTATED]
    even, odd = pairs[..., 0::2], pairs[..., 1::2]
    both = torch.stack([even * angles.cos() - odd * angles.sin(), odd * angles.cos() + even * angles.sin()], -1)
    return torch.cat([both.flatten(-2), values[..., moonshine.ROTATED :]], -1)


def likelihoods(scores: torch.Tensor, text: list[int], numbers: list[int]) -> list[float]:
    """Of each piece behind the first, among the pieces that are written."""
    logarithms = scores[:, numbers].log_softmax(-1)
    return [logarithms[place, numbers.index(piece)].item() for place, piece in enumerate(text[1:])]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--file", type=pathlib.Path, default=FIXTURE)
    chosen = options.parse_args()
    samples = clip.samples() / 32768
    texts = export.kept()
    numbers = list(texts)
    text = [moonshine.START, *(numbers[list(texts.values()).index(piece)] for piece in TEXT), moonshine.END]
    computation = Computation(moonshine.Weights())
    with torch.no_grad():
        own, theirs = computation.vectors(samples), torch.from_numpy(moonshine.vectors(samples))
        found = likelihoods(computation.scores(own, text), text, numbers)
        others = likelihoods(torch.from_numpy(moonshine.scores(theirs.numpy(), text)), text, numbers)
    apart = (own - theirs).abs().mean().item()
    further = max(abs(one - other) for one, other in zip(found, others))
    print(f"from ONNX Runtime: vectors {apart:.4f} of {own.abs().mean():.2f} on average, log-likelihoods at most {further:.2f}")
    if apart > ROUNDING[0] or further > ROUNDING[1]:
        raise SystemExit("the weights are not computed as ONNX Runtime computes them")
    source = "PyTorch in 32-bit floats from the weights of Moonshine Tiny; clip: integer synthesis as in AcousticReferenceTests"
    vectors = [[round(value, 4) for value in own[frame, :VALUES].tolist()] for frame in FRAMES]
    pieces = [*TEXT, texts[moonshine.END]]
    fixture = {"source": source, "frames": FRAMES, "vectors": vectors, "pieces": pieces, "logLikelihoods": [round(value, 3) for value in found]}
    chosen.file.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
