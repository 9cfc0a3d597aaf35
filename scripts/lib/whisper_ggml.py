"""Converts a Whisper model of CTranslate2 (16-bit floats) to whisper.cpp's model file, as f16 or Q8_0.

The result is bit-identical to the official file, so its SHA-256 is compared with the catalogue's and the source needs no
trust. Sizes and mel filters come from the test model of the same shape in whisper.cpp's source.
Sources: CTranslate2's `model_spec.py` (file), whisper.cpp's `convert-pt-to-ggml.py` and `quantize.cpp` (tensors), ggml's
`quantize_row_q8_0_ref` (blocks).
"""
import argparse
import pathlib
import struct

import numpy

FLOAT32, FLOAT16, BLOCKS8 = 0, 1, 8  # ggml's types of a tensor
FILE_TYPES = {"f16": 1, "q8_0": 2007}  # 2007: version 2 of the quantised formats, mostly Q8_0
BLOCK = 32
ELEMENTS = {0: numpy.float32, 1: numpy.int8, 2: numpy.int16, 3: numpy.int32, 4: numpy.float16}
UNQUANTIZED = ("encoder.conv1.bias", "encoder.conv2.bias", "encoder.positional_embedding", "decoder.positional_embedding")


def weights(data: bytes) -> dict[str, numpy.ndarray]:
    """The arrays of a CTranslate2 model file by name."""
    position = 0

    def number(form: str) -> int:
        nonlocal position
        value, = struct.unpack_from("<" + form, data, position)
        position += struct.calcsize(form)
        return value

    def text() -> str:
        nonlocal position
        length = number("H")  # with a zero byte at the end
        value = data[position:position + length - 1].decode()
        position += length
        return value

    number("I"), text(), number("I")  # version, name and revision of the specification
    arrays = {}
    for _ in range(number("I")):
        name = text()
        shape = [number("I") for _ in range(number("B"))]
        kind, size = ELEMENTS[number("B")], number("I")
        arrays[name] = numpy.frombuffer(data, kind, size // numpy.dtype(kind).itemsize, position).reshape(shape)
        position += size
    return arrays


def tokens(lines: list[str]) -> list[bytes]:
    """The vocabulary's tokens as bytes, without the special tokens, which whisper.cpp adds by itself."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    # GPT-2's mapping of bytes to printable characters.
    byte_of = {chr(byte): byte for byte in plain} | {chr(256 + index): byte for index, byte in enumerate(others)}
    end = lines.index("<|endoftext|>")
    found = [bytes(byte_of[character] for character in line) for line in lines[:end]]
    # The official English files were made from GPT-2's vocabulary, which has this token.
    return found + [b"<|endoftext|>"] if end == 50256 else found


def tensors(source: dict[str, numpy.ndarray]):
    """The tensors with whisper.cpp's names, in the order of the official files."""
    width = source["decoder/embeddings/weight"].shape[1]
    layers = len({name.split("/")[1] for name in source if name.startswith("encoder/layer_") and "/self_attention/" in name})

    def norm(name, path):
        yield name + ".weight", source[path + "/gamma"]
        yield name + ".bias", source[path + "/beta"]

    def linear(name, weight, bias):
        yield name + ".weight", weight
        if bias is not None:
            yield name + ".bias", bias

    def attention(name, path, is_cross):
        parts = [(source[f"{path}/linear_{index}/weight"], source[f"{path}/linear_{index}/bias"]) for index in range(3 if is_cross else 2)]
        projections = numpy.concatenate([weight for weight, _ in parts[:-1]])
        biases = numpy.concatenate([bias for _, bias in parts[:-1]])
        yield from norm(name + "_ln", path + "/layer_norm")
        for index, part in enumerate(("query", "key", "value")):
            rows = slice(index * width, (index + 1) * width)
            yield from linear(f"{name}.{part}", projections[rows], None if part == "key" else biases[rows])
        yield from linear(name + ".out", *parts[-1])

    def block(side, index):
        path, name = f"{side}/layer_{index}", f"{side}.blocks.{index}"
        yield from norm(name + ".mlp_ln", path + "/ffn/layer_norm")
        for number, target in ((0, 0), (1, 2)):
            yield from linear(f"{name}.mlp.{target}", source[f"{path}/ffn/linear_{number}/weight"], source[f"{path}/ffn/linear_{number}/bias"])
        yield from attention(name + ".attn", path + "/self_attention", False)
        if side == "decoder":
            yield from attention(name + ".cross_attn", path + "/attention", True)

    yield "decoder.positional_embedding", source["decoder/position_encodings/encodings"]
    yield "encoder.positional_embedding", source["encoder/position_encodings/encodings"]
    yield "decoder.token_embedding.weight", source["decoder/embeddings/weight"]
    for index in range(layers):
        yield from block("decoder", index)
    yield from norm("decoder.ln", "decoder/layer_norm")
    for conv in ("conv1", "conv2"):
        yield from linear("encoder." + conv, source[f"encoder/{conv}/weight"], source[f"encoder/{conv}/bias"][:, None])
    for index in range(layers):
        yield from block("encoder", index)
    yield from norm("encoder.ln_post", "encoder/layer_norm")


def blocks8(matrix: numpy.ndarray) -> bytes:
    """Q8_0 of a matrix whose rows are multiples of 32 long: a 16-bit scale and 32 signed bytes a block."""
    groups = matrix.astype(numpy.float32).reshape(-1, BLOCK)
    scales = numpy.abs(groups).max(axis=1) / numpy.float32(127)
    inverse = numpy.divide(numpy.float32(1), scales, out=numpy.zeros_like(scales), where=scales > 0)
    scaled = groups * inverse[:, None]
    packed = numpy.zeros(len(groups), dtype=[("scale", "<f2"), ("weights", "i1", BLOCK)])
    packed["scale"] = scales
    packed["weights"] = numpy.copysign(numpy.floor(numpy.abs(scaled) + numpy.float32(0.5)), scaled)  # C's roundf
    return packed.tobytes()


def tensor(name: str, values: numpy.ndarray, form: str) -> bytes:
    """One tensor as the file has it: the number of dimensions, the name, the sizes from the innermost, the data."""
    if values.ndim < 2 or name in UNQUANTIZED:
        kind, data = FLOAT32, values.astype("<f4").tobytes()
    elif form == "q8_0" and values.ndim == 2:
        kind, data = BLOCKS8, blocks8(values)
    else:
        kind, data = FLOAT16, values.astype("<f2").tobytes()
    head = struct.pack("<iii", values.ndim, len(name), kind) + struct.pack(f"<{values.ndim}i", *reversed(values.shape))
    return head + name.encode() + data


def write(file: pathlib.Path, shape: bytes, names: list[bytes], source: dict[str, numpy.ndarray], form: str) -> None:
    """Writes the model file. `shape` is a whisper.cpp file of the same sizes, of which the head is used."""
    bands, bins = struct.unpack_from("<2i", shape, 48)
    filters_end = 56 + 4 * bands * bins
    with file.open("wb") as output:
        output.write(shape[:44] + struct.pack("<i", FILE_TYPES[form]) + shape[48:filters_end])
        output.write(struct.pack("<i", len(names)) + b"".join(struct.pack("<i", len(name)) + name for name in names))
        for name, values in tensors(source):
            output.write(tensor(name, values, form))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--model", type=pathlib.Path, nargs="+", required=True, help="model.bin, or its parts in order")
    options.add_argument("--vocabulary", type=pathlib.Path, required=True, help="vocabulary.txt beside it")
    options.add_argument("--shape", type=pathlib.Path, required=True, help="whisper.cpp's for-tests-ggml-NAME.bin")
    options.add_argument("--form", choices=FILE_TYPES, default="f16")
    options.add_argument("file", type=pathlib.Path)
    chosen = options.parse_args()
    source = weights(b"".join(part.read_bytes() for part in chosen.model))
    names = tokens(chosen.vocabulary.read_text("utf-8").split("\n"))
    write(chosen.file, chosen.shape.read_bytes(), names, source, chosen.form)


if __name__ == "__main__":
    main()
