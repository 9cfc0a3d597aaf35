"""Kaldi's binary format, as far as the model needs it: written by the export, read back by the verification."""
import dataclasses
import re
import struct
import typing

import numpy

from . import phones

STEPS = 65_535  # of a number in a matrix of 16 bits


@dataclasses.dataclass
class Affine:
    weight: numpy.ndarray
    bias: numpy.ndarray


@dataclasses.dataclass
class ReLU:
    width: int


@dataclasses.dataclass
class Normalisation:
    mean: numpy.ndarray
    variance: numpy.ndarray
    epsilon: float


@dataclasses.dataclass
class Identity:
    """Passes its input on: the place where nnet3 allows a sum."""

    width: int


Component = Affine | ReLU | Normalisation | Identity


@dataclasses.dataclass
class Model:
    """description: nnet3's lines, from the input node to the output node; context: frames to the left and right."""

    description: list[str]
    components: dict[str, Component]
    context: tuple[int, int]


class Writer:
    def __init__(self, file: typing.BinaryIO) -> None:
        self.file = file

    def token(self, *names: str) -> None:
        for name in names:
            self.file.write(name.encode() + b" ")

    def integers(self, *values: int) -> None:
        for value in values:
            self.file.write(struct.pack("<bi", 4, value))

    def number(self, value: float) -> None:
        self.file.write(struct.pack("<bf", 4, value))

    def numbers(self, values: list[int]) -> None:
        self.file.write(struct.pack("<bi", 4, len(values)) + numpy.array(values, "<i4").tobytes())

    def vector(self, values: numpy.ndarray | list) -> None:
        self.token("FV")
        self.integers(len(values))
        self.file.write(numpy.ascontiguousarray(values, "<f4").tobytes())

    def matrix(self, values: numpy.ndarray) -> None:
        """In 16-bit steps between the smallest number and the largest (`CompressedMatrix`): half the size, and as good."""
        least, span = float(values.min()), float(numpy.ptp(values)) or 1.0
        self.token("CM2")
        self.file.write(struct.pack("<ffii", least, span, *values.shape))
        self.file.write(numpy.rint((values - least) / span * STEPS).astype("<u2").tobytes())

    def transitions(self) -> None:
        """One state per phone; its first frame and its further ones have outputs of their own."""
        count = phones.COUNT
        self.token("<TransitionModel>", "<Topology>")
        self.numbers(list(range(1, count + 1)))
        self.numbers([-1] + [0] * count)
        self.integers(-1, 1)  # with separate outputs for the loop; one topology for all phones, of
        self.integers(2)  # two states:
        self.integers(0, 1, 2)  # the emitting one, with two ways on, each as likely as the other:
        for following in (0, 1):
            self.integers(following)
            self.number(0.5)
        self.integers(-1, -1, 0)  # and the final one
        self.token("</Topology>", "<Tuples>")
        self.integers(count)
        for phone in range(count):
            self.integers(phone + 1, 0, 2 * phone, 2 * phone + 1)
        self.token("</Tuples>", "<LogProbs>")
        self.vector([0.0] + [float(numpy.log(0.5))] * (2 * count))
        self.token("</LogProbs>", "</TransitionModel>")

    def component(self, component: Component) -> None:
        match component:
            case Affine(weight, bias):
                self.token("<FixedAffineComponent>", "<LinearParams>")
                self.matrix(weight)
                self.token("<BiasParams>")
                self.vector(bias)
                self.token("</FixedAffineComponent>")
            case ReLU(width):
                self.token("<RectifiedLinearComponent>", "<Dim>")
                self.integers(width)
                for statistic in ("<ValueAvg>", "<DerivAvg>"):
                    self.token(statistic)
                    self.vector([])
                self.token("<Count>")
                self.number(0)
                self.token("</RectifiedLinearComponent>")
            case Normalisation(mean, variance, epsilon):
                self.token("<BatchNormComponent>", "<Dim>")
                self.integers(len(mean))
                self.token("<BlockDim>")
                self.integers(len(mean))
                self.token("<Epsilon>")
                self.number(epsilon)
                self.token("<TargetRms>")
                self.number(1)
                self.token("<TestMode>")
                self.file.write(b"T")
                self.token("<Count>")
                self.number(1000)
                self.token("<StatsMean>")
                self.vector(mean)
                self.token("<StatsVar>")
                self.vector(variance)
                self.token("</BatchNormComponent>")
            case Identity(width):
                self.token("<NoOpComponent>", "<Dim>")
                self.integers(width)
                self.token("<BackpropScale>")
                self.number(1)
                self.token("</NoOpComponent>")

    def model(self, model: Model) -> None:
        self.file.write(b"\0B")
        self.transitions()
        self.token("<Nnet3>")
        self.file.write(("\n" + "\n".join(model.description) + "\n\n").encode())
        self.token("<NumComponents>")
        self.integers(len(model.components))
        for name, component in model.components.items():
            self.token("<ComponentName>", name)
            self.component(component)
        self.token("</Nnet3>", "<LeftContext>")
        self.integers(model.context[0])
        self.token("<RightContext>")
        self.integers(model.context[1])
        self.token("<Priors>")
        self.vector([])


class Reader:
    """Reads components from the bytes of a model; throws ValueError where something else stands."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, data.index(b"<Nnet3> ")

    def take(self, count: int) -> bytes:
        self.place += count
        return self.data[self.place - count : self.place]

    def token(self) -> str:
        end = self.data.index(b" ", self.place)
        return self.take(end + 1 - self.place)[:-1].decode()

    def expect(self, *names: str) -> None:
        for name in names:
            if (found := self.token()) != name:
                raise ValueError(f"{found} where {name} was expected")

    def integer(self) -> int:
        return struct.unpack("<bi", self.take(5))[1]

    def number(self) -> float:
        return struct.unpack("<bf", self.take(5))[1]

    def vector(self) -> numpy.ndarray:
        self.expect("FV")
        return numpy.frombuffer(self.take(4 * self.integer()), "<f4").astype(float)

    def matrix(self) -> numpy.ndarray:
        if (kind := self.token()) == "FM":
            rows, columns = self.integer(), self.integer()
            return numpy.frombuffer(self.take(4 * rows * columns), "<f4").reshape(rows, columns).astype(float)
        if kind != "CM2":
            raise ValueError(f"{kind} where a matrix was expected")
        least, span, rows, columns = struct.unpack("<ffii", self.take(16))
        return least + span * numpy.frombuffer(self.take(2 * rows * columns), "<u2").reshape(rows, columns) / STEPS

    def component(self) -> Component:
        match kind := self.token():
            case "<FixedAffineComponent>":
                self.expect("<LinearParams>")
                weight = self.matrix()
                self.expect("<BiasParams>")
                result: Component = Affine(weight, self.vector())
            case "<RectifiedLinearComponent>":
                self.expect("<Dim>")
                result = ReLU(self.integer())
                self.expect("<ValueAvg>")
                self.vector()
                self.expect("<DerivAvg>")
                self.vector()
                self.expect("<Count>")
                self.number()
            case "<BatchNormComponent>":
                self.expect("<Dim>")
                self.integer()
                self.expect("<BlockDim>")
                self.integer()
                self.expect("<Epsilon>")
                epsilon = self.number()
                self.expect("<TargetRms>")
                self.number()
                self.expect("<TestMode>")
                if self.take(1) != b"T":
                    raise ValueError("batch normalisation that would go on learning")
                self.expect("<Count>")
                self.number()
                self.expect("<StatsMean>")
                mean = self.vector()
                self.expect("<StatsVar>")
                result = Normalisation(mean, self.vector(), epsilon)
            case "<NoOpComponent>":
                self.expect("<Dim>")
                result = Identity(self.integer())
                self.expect("<BackpropScale>")
                self.number()
            case _:
                raise ValueError(f"unknown component {kind}")
        self.expect(f"</{kind[1:]}")
        return result

    def model(self) -> Model:
        self.expect("<Nnet3>")
        end = self.data.index(b"\n\n", self.place)
        description = self.take(end + 2 - self.place).decode().split("\n")[1:-2]
        self.expect("<NumComponents>")
        components = {}
        for _ in range(self.integer()):
            self.expect("<ComponentName>")
            name = self.token()
            components[name] = self.component()
        self.expect("</Nnet3>", "<LeftContext>")
        left = self.integer()
        self.expect("<RightContext>")
        return Model(description, components, (left, self.integer()))


def compute(model: Model, frames: numpy.ndarray, moments: list[int]) -> numpy.ndarray:
    """The outputs of a model at given frames, straight from its description: slow, and independent of how it was trained.

    frames: time × 40; before the first and after the last, these stand for all others.
    """
    lines = [dict(re.findall(r"(name|component|input)=(\S.*?)(?= \w+=|$)", line)) for line in model.description]
    nodes = {line["name"]: line for line in lines}
    known: dict[tuple[str, int], numpy.ndarray] = {}

    def value(text: str, time: int) -> numpy.ndarray:
        """What an expression of nnet3 is at a time."""
        if "(" not in text:
            return node(text, time)
        function, inside = text.split("(", 1)
        parts = arguments(inside[:-1])
        match function:
            case "Append":
                return numpy.concatenate([value(part, time) for part in parts])
            case "Sum":
                return sum(value(part, time) for part in parts)
            case "Scale":
                return float(parts[0]) * value(parts[1], time)
            case "Offset":
                return value(parts[0], time + int(parts[1]))
        raise ValueError(f"unknown expression {text}")

    def node(name: str, time: int) -> numpy.ndarray:
        if name == "input":
            return frames[min(max(time, 0), len(frames) - 1)]
        if (name, time) not in known:
            source = value(nodes[name]["input"], time)
            match model.components[nodes[name]["component"]]:
                case Affine(weight, bias):
                    result = weight @ source + bias
                case ReLU():
                    result = numpy.maximum(source, 0)
                case Normalisation(mean, variance, epsilon):
                    result = (source - mean) / numpy.sqrt(variance + epsilon)
                case Identity():
                    result = source
            known[name, time] = result
        return known[name, time]

    output = next(line for line in lines if line["name"] == "output")["input"].split(" ")[0]
    return numpy.stack([value(output, time) for time in moments])


def arguments(text: str) -> list[str]:
    """The parts between the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
