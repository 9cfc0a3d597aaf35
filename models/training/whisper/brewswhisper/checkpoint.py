"""A network with its tokens, and what training needs to go on, in one file."""
import dataclasses
import os
import pathlib

import torch

from . import network, tokens


def write(file: pathlib.Path, model: network.Network, names: tokens.Tokens, **more: object) -> None:
    """Writes a checkpoint; an older one of that name stays until the new one is complete."""
    part = file.with_suffix(".part")
    shape = dataclasses.asdict(model.shape)
    torch.save({"shape": shape, "pieces": names.pieces, "weights": model.state_dict(), **more}, part)
    os.replace(part, file)


def read(file: pathlib.Path) -> tuple[network.Network, tokens.Tokens]:
    """The network and its tokens."""
    data = torch.load(file, weights_only=True)
    names = tokens.Tokens(data["pieces"])
    model = network.Network(network.Shape(**data["shape"]), names.count)
    model.load_state_dict(data["weights"])
    return model.eval(), names
