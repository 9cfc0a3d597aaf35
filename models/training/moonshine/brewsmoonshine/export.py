"""Writes Moonshine Tiny as the wake word reads it (`TransformerFile`): Kaldi's binary format, in the order of computation."""
import argparse
import pathlib
import struct

import numpy
from brewsacoustic import nnet3, paths

from . import moonshine

MODEL = paths.PROJECT / "models/brews-en/wake/moonshine.mdl"
SPACE = "▁"


def kept() -> dict[int, str]:
    """Number and text of the pieces that are written: start, end, and what is of ASCII, a space before it as an underscore."""
    found = {moonshine.START: "<s>", moonshine.END: "</s>"}
    for number, piece in enumerate(moonshine.pieces()):
        text = piece.decode(errors="replace")
        if number >= moonshine.FIRST_PIECE and "_" not in text and all("!" <= letter <= "~" for letter in text.replace(SPACE, "_")):
            found[number] = text.replace(SPACE, "_")
    return found


class Writer(nnet3.Writer):
    def named(self, name: str, value: int) -> None:
        self.token(name)
        self.integers(value)

    def bytes(self, whole: numpy.ndarray, zero: int, step: float) -> None:
        """A matrix of eight bits as it is (`CompressedMatrix`, one byte)."""
        self.token("CM3")
        self.file.write(struct.pack("<ffii", -zero * step, 255 * step, *whole.shape) + numpy.ascontiguousarray(whole).tobytes())

    def convolution(self, weight: numpy.ndarray) -> None:
        """weight: [outputs, inputs, kernel]; a row is what stands side by side in time."""
        self.matrix(numpy.ascontiguousarray(weight.transpose(0, 2, 1)).reshape(len(weight), -1))

    def attention(self, weights: moonshine.Weights, name: str) -> None:
        for part in "qkvo":
            self.bytes(*weights.matrix(f"{name}/{part}_proj/MatMul_output_0"))

    def layers(self, weights: moonshine.Weights, block: str, name: str) -> None:
        """block: of its products, name: of its offsets."""
        for part in ("fc1", "fc2"):
            self.bytes(*weights.matrix(f"{block}/mlp/{part}/Add_output_0"))
            self.vector(weights.vector(f"{name}.mlp.{part}.bias"))

    def encoder(self, weights: moonshine.Weights) -> None:
        self.convolution(weights.values["conv1.weight_add_tensor"])
        self.vector(weights.vector("onnx::Mul_2080"))
        self.vector(weights.vector("onnx::Add_2081"))
        for name in ("conv2", "conv3"):
            self.convolution(weights.values[f"{name}.weight_add_tensor"])
            self.vector(weights.vector(f"{name}.bias"))
        for block in range(moonshine.BLOCKS):
            self.vector(weights.vector(f"layers.{block}.input_layernorm.weight"))
            self.attention(weights, f"/layers.{block}/self_attn")
            self.vector(weights.vector(f"layers.{block}.post_attention_layernorm.weight"))
            self.layers(weights, f"/layers.{block}", f"layers.{block}")
        self.vector(weights.vector("layer_norm.weight"))

    def decoder(self, weights: moonshine.Weights) -> None:
        for block in range(moonshine.BLOCKS):
            name = f"model.decoder.layers.{block}"
            self.vector(weights.vector(f"{name}.input_layernorm.weight"))
            self.attention(weights, f"decoder/layers.{block}/self_attn")
            self.vector(weights.vector(f"{name}.post_attention_layernorm.weight"))
            self.attention(weights, f"decoder/layers.{block}/encoder_attn")
            self.vector(weights.vector(f"{name}.final_layernorm.weight"))
            self.layers(weights, f"decoder/layers.{block}", name)
        self.vector(weights.vector("model.decoder.norm.weight"))

    def pieces(self, weights: moonshine.Weights) -> None:
        """The words' pieces and what each is to the decoder, before it and behind it."""
        texts = kept()
        whole, zero, step = weights.whole("model.decoder.embed_tokens.weight")
        self.named("<Pieces>", len(texts))
        self.token(*texts.values())
        self.bytes(whole[list(texts)], zero, step)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--file", type=pathlib.Path, default=MODEL)
    chosen = options.parse_args()
    weights = moonshine.Weights()
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    with open(chosen.file, "wb") as file:
        file.write(b"\0B")
        writer = Writer(file)
        writer.token("<Moonshine>")
        for name, value in (("<Width>", moonshine.WIDTH), ("<Heads>", moonshine.HEADS), ("<Rotated>", moonshine.ROTATED), ("<Blocks>", moonshine.BLOCKS)):
            writer.named(name, value)
        writer.encoder(weights)
        writer.decoder(weights)
        writer.pieces(weights)
        writer.token("</Moonshine>")
    print(f"{chosen.file}: {chosen.file.stat().st_size} bytes, {len(kept())} word pieces")


if __name__ == "__main__":
    main()
