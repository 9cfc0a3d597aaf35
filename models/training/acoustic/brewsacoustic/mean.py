"""Networks side by side in one file, whose output is the mean of theirs: two hear more than either."""
import re

from . import nnet3


def part(model: nnet3.Model, number: int) -> nnet3.Model:
    """One of the networks (from 1) in a file of `mean`, by itself: the way back, up to rounding."""
    prefix = f"n{number}."
    lines = [line.replace(prefix, "") for line in model.description if line.startswith(f"component-node name={prefix}")]
    components = {name.removeprefix(prefix): component for name, component in model.components.items() if name.startswith(prefix)}
    output, networks = re.search(r"name=(\S+)", lines[-1])[1], len(set(re.findall(r"name=(n\d+)\.", " ".join(model.description))))
    components[output] = nnet3.Affine(components[output].weight * networks, components[output].bias * networks)
    return nnet3.Model([model.description[0], *lines, f"output-node name=output input={output} objective=linear"], components, model.context)


def mean(models: list[nnet3.Model]) -> nnet3.Model:
    """Models of the same features, each with its scores from an affine component."""
    lines, components, outputs = [models[0].description[0]], {}, []
    for number, model in enumerate(models, 1):
        prefix = f"n{number}."
        output = re.search(r"input=(\S+)", model.description[-1])[1]
        for line in model.description[1:-1]:
            words = re.sub(r"[\w.]+(?=[,) ]|$)", lambda word: prefix + word[0] if word[0] in model.components else word[0], line)
            lines.append(words)
        for name, component in model.components.items():
            shared = nnet3.Affine(component.weight / len(models), component.bias / len(models)) if name == output else component
            components[prefix + name] = shared
        outputs.append(prefix + output)
    width = len(components[outputs[0]].bias)
    sums = outputs[0]
    for number, output in enumerate(outputs[1:], 2):
        name = f"sum{number}"
        components[name] = nnet3.Identity(width)
        lines.append(f"component-node name={name} component={name} input=Sum(Scale(1, {sums}), {output})")
        sums = name
    lines.append(f"output-node name=output input={sums} objective=linear")
    left, right = zip(*(model.context for model in models))
    return nnet3.Model(lines, components, (max(left), max(right)))
