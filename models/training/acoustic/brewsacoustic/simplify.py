"""Leaves out of a network what the components beside it can do: the same function in fewer steps."""
import re

import numpy

from . import nnet3


def withoutNormalisations(model: nnet3.Model) -> nnet3.Model:
    """Batch normalisation behind a rectifier is a factor above zero, which the matrix before takes over, and a shift, which those behind do.

    Every normalisation must be the only one that its rectifier feeds, and that one the only one that its matrix does.
    """
    components, lines = dict(model.components), []
    source: dict[str, str] = {}
    renamed: dict[str, str] = {}
    shifts: dict[str, numpy.ndarray] = {}  # by which a node's values are too small now
    for line in model.description:
        line = re.sub(r"[\w.]+(?=[,) ]|$)", lambda word: renamed.get(word[0], word[0]), line)
        name = re.search(r"name=(\S+)", line)[1]
        nodes = [word for word in re.findall(r"[\w.]+", line.partition(" input=")[2]) if word in components]
        match components.get(name):
            case nnet3.Affine(weight, bias) if any(node in shifts for node in nodes):
                width = weight.shape[1] // len(nodes)
                missing = numpy.concatenate([shifts.get(node, numpy.zeros(width)) for node in nodes])
                components[name] = nnet3.Affine(weight, bias + weight @ missing)
            case nnet3.Normalisation(mean, variance, epsilon):
                [rectifier] = nodes
                before, scale = components[source[rectifier]], 1 / numpy.sqrt(variance + epsilon)
                components[source[rectifier]] = nnet3.Affine(before.weight * scale[:, None], before.bias * scale)
                shifts[rectifier] = -mean * scale
                renamed[name] = rectifier
                del components[name]
                continue
            case nnet3.Identity():
                factor = float(re.search(r"Scale\(([\d.]+),", line)[1])
                shifts[name] = factor * shifts[nodes[0]] + shifts[nodes[1]]
        if nodes:
            source[name] = nodes[0]
        lines.append(line)
    return nnet3.Model(lines, components, model.context)
