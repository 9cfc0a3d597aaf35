"""Moonshine Tiny, as the package moonshine-voice brings it: run by ONNX Runtime, and its weights and word pieces by name."""
import functools
import hashlib
import importlib.metadata
import pathlib

import numpy
import onnxruntime
from onnxruntime.tools.ort_format_model.ort_flatbuffers_py.fbs import Graph, InferenceSession

WIDTH, HEADS, BLOCKS = 288, 8, 6  # of encoder and decoder
ROTATED = 32  # of a head's 36 values
START, END = 1, 2  # word pieces before and behind a text
FIRST_PIECE = 259  # those before are the two above, the unknown, and single bytes
ENCODER, DECODER, PIECES = "encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"
SHA256 = {
    ENCODER: "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
    DECODER: "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
    PIECES: "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
}
TYPES = {1: numpy.float32, 2: numpy.uint8, 3: numpy.int8, 6: numpy.int32, 7: numpy.int64}
PRODUCTS = ("DynamicQuantizeMatMul", "MatMulIntegerToFloat")


def data(name: str) -> bytes:
    """One of the package's files; throws ValueError where it is another than the one this was made with."""
    package = importlib.metadata.distribution("moonshine-voice")
    found = pathlib.Path(str(package.locate_file(f"moonshine_voice/assets/tiny-en/{name}"))).read_bytes()
    if hashlib.sha256(found).hexdigest() != SHA256[name]:
        raise ValueError(f"{name} is not the file of moonshine-voice 0.0.65")
    return found


@functools.cache
def session(name: str) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(data(name))


def vectors(samples: numpy.ndarray) -> numpy.ndarray:
    """float32 [frames, WIDTH] of samples between -1 and 1 at 16 kHz."""
    mask = numpy.ones((1, len(samples)), numpy.int64)
    return session(ENCODER).run(None, {"input_values": samples[None].astype(numpy.float32), "attention_mask": mask})[0][0]


def scores(seen: numpy.ndarray, text: list[int]) -> numpy.ndarray:
    """float32 [pieces of the text, all pieces]: how well each fits behind those up to here; seen: `vectors`."""
    mask = numpy.ones((1, len(seen)), numpy.int64)
    inputs = {"encoder_attention_mask": mask, "input_ids": numpy.array([text]), "encoder_hidden_states": seen[None]}
    past = {node.name: numpy.zeros((1, HEADS, 0, WIDTH // HEADS), numpy.float32) for node in session(DECODER).get_inputs() if node.name.startswith("past")}
    return session(DECODER).run(["logits"], inputs | past | {"use_cache_branch": numpy.array([False])})[0][0]


def pieces() -> list[bytes]:
    """The word pieces; ▁ stands for a space before."""
    found, rest = [], data(PIECES)
    while rest:
        length, rest = rest[0], rest[1:]
        if length >= 128:
            length, rest = rest[0] * 128 + length - 128, rest[1:]
        piece, rest = rest[:length], rest[length:]
        found.append(piece)
    return found


class Weights:
    """The weights of encoder and decoder by their names. A matrix of eight bits is its whole numbers, the one that stands for zero, and the step."""

    def __init__(self) -> None:
        self.values: dict[str, numpy.ndarray] = {}
        self.inputs: dict[str, list[str]] = {}
        for name in (ENCODER, DECODER):
            self.add(InferenceSession.InferenceSession.GetRootAsInferenceSession(data(name), 0).Model().Graph())

    def add(self, graph: Graph.Graph) -> None:
        for tensor in map(graph.Initializers, range(graph.InitializersLength())):
            shape = [tensor.Dims(axis) for axis in range(tensor.DimsLength())]
            values = numpy.frombuffer(tensor.RawDataAsNumpy().tobytes(), TYPES[tensor.DataType()]) if tensor.RawDataLength() else numpy.zeros(0)
            self.values[tensor.Name().decode().replace("_merged_0", "")] = values.reshape(shape)
        for node in map(graph.Nodes, range(graph.NodesLength())):
            if node.OpType().decode() in PRODUCTS:
                names = [node.Inputs(place).decode().replace("_merged_0", "") for place in range(node.InputsLength())]
                self.inputs[node.Outputs(0).decode().removeprefix("/model/")] = names
            for attribute in map(node.Attributes, range(node.AttributesLength())):
                # What is computed without an earlier piece's results.
                if attribute.Name() == b"else_branch":
                    self.add(attribute.G())

    def vector(self, name: str) -> numpy.ndarray:
        return self.values[name].reshape(-1)

    def whole(self, name: str) -> tuple[numpy.ndarray, int, float]:
        """uint8, its zero and its step."""
        whole, zero, step = (self.values[name + end] for end in ("_quantized", "_zero_point", "_scale"))
        if whole.dtype != numpy.uint8 or zero.size != 1 or step.size != 1:
            raise ValueError(f"{name}: not of eight bits without a sign, with one step")
        return whole, int(zero.item()), float(step.item())

    def matrix(self, product: str) -> tuple[numpy.ndarray, int, float]:
        """uint8 [outputs, inputs], its zero and its step; product: the name of what comes of it."""
        (name,) = {name.removesuffix("_quantized") for name in self.inputs[product] if name.endswith("_quantized") and name in self.values}
        whole, zero, step = self.whole(name)
        return whole.T, zero, step
