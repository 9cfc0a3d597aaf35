"""The network, its average, and what training needs to go on, in one file."""
import os
import pathlib

import torch

from . import network


def write(file: pathlib.Path, **parts: object) -> None:
    """Writes a checkpoint; an older one of that name stays until the new one is complete."""
    temporary = file.with_suffix(".part")
    torch.save(parts, temporary)
    os.replace(temporary, file)


def read(file: pathlib.Path) -> network.Network:
    """The averaged network, ready to be measured or exported."""
    model = network.Network()
    model.load_state_dict(torch.load(file, weights_only=True)["average"])
    return model.eval()
