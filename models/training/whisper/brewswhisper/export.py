"""Writes a trained network as whisper.cpp's model file.

The file: magic number, sizes, mel filters, tokens, then each tensor with its name. Matrices are stored as Q8_0, blocks
of 32 weights of a row: the scale as a 16-bit float (largest magnitude / 127), then 32 signed bytes. The kernels of the
convolutions are 16-bit floats; vectors and positions 32-bit floats.
Sources: whisper.cpp's `whisper_model_load` and ggml's `block_q8_0`.
"""
import argparse
import pathlib
import struct

import numpy
import torch

from brewscorpus import manifest

from . import checkpoint, mel, network, paths, tokens

MAGIC = 0x67676D6C
FLOAT32, FLOAT16, BLOCKS8 = 0, 1, 8  # ggml's types of a tensor
FILE_TYPE = 2007  # version 2 of the quantised formats, mostly Q8_0
BLOCK = 32


def blocks8(matrix: numpy.ndarray) -> bytes:
    """Q8_0 of a matrix whose rows are multiples of 32 long."""
    groups = matrix.astype(numpy.float32).reshape(-1, BLOCK)
    scales = numpy.abs(groups).max(axis=1) / 127
    inverse = numpy.divide(1, scales, out=numpy.zeros_like(scales), where=scales > 0)
    packed = numpy.zeros(len(groups), dtype=[("scale", "<f2"), ("weights", "i1", BLOCK)])
    packed["scale"] = scales
    packed["weights"] = numpy.round(groups * inverse[:, None])
    return packed.tobytes()


def tensor(name: str, values: numpy.ndarray) -> bytes:
    """One tensor as the file has it: the number of dimensions, the name, the sizes from the innermost, the data."""
    if name.endswith(("conv1.bias", "conv2.bias")):
        values = values[:, None]
    if "conv" in name and values.ndim == 3:
        kind, data = FLOAT16, values.astype("<f2").tobytes()
    elif values.ndim == 2 and name.endswith("weight"):
        kind, data = BLOCKS8, blocks8(values)
    else:
        kind, data = FLOAT32, values.astype("<f4").tobytes()
    head = struct.pack("<iii", values.ndim, len(name), kind) + struct.pack(f"<{values.ndim}i", *reversed(values.shape))
    return head + name.encode() + data


def tensors(model: network.Network) -> dict[str, numpy.ndarray]:
    """The tensors by the names that whisper.cpp knows; the token table is written out in full."""
    own = ("decoder.words", "decoder.other", "decoder.times.weight")
    found = {name: value.detach().float().numpy() for name, value in model.state_dict().items() if name not in own}
    found["decoder.token_embedding.weight"] = model.decoder.full().detach().float().numpy()
    return found


def write(model: network.Network, names: tokens.Tokens, file: pathlib.Path) -> None:
    """Writes the model file."""
    shape = model.shape
    sizes = (
        tokens.VOCABULARY, shape.audioPositions, shape.width, shape.heads, shape.encoderLayers,
        shape.textPositions, shape.width, shape.heads, shape.decoderLayers, mel.BANDS, FILE_TYPE,
    )
    parts = [struct.pack("<I", MAGIC), struct.pack("<11i", *sizes)]
    parts += [struct.pack("<ii", mel.BANDS, mel.BINS), mel.filters().astype("<f4").tobytes()]
    parts += [struct.pack("<i", names.count)] + [struct.pack("<I", len(name)) + name for name in names.names]
    parts += [tensor(name, values) for name, values in sorted(tensors(model).items())]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(parts))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("checkpoint", nargs="?", type=pathlib.Path, default=paths.WORK / "best.pt")
    options.add_argument("file", nargs="?", type=pathlib.Path, default=paths.MODEL / "ggml-model.bin")
    chosen = options.parse_args()
    model, names = checkpoint.read(chosen.checkpoint)
    write(model, names, chosen.file)
    if chosen.file.parent == paths.MODEL:
        manifest.describe(paths.MODEL, "whisper", runtimeGraph=False)
    print(f"{chosen.file}: {chosen.file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
