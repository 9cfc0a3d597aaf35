"""The network, its average, and what training needs to go on, in one file."""
import os
import pathlib

import torch

from . import network, paths

NETWORKS = 2  # alike but by chance; the model is their mean


def file(number: int) -> pathlib.Path:
    return paths.WORK / f"network{number}.pt"


def write(file: pathlib.Path, **parts: object) -> None:
    """Writes a checkpoint; an older one of that name stays until the new one is complete."""
    temporary = file.with_suffix(".part")
    torch.save(parts, temporary)
    os.replace(temporary, file)


def read(file: pathlib.Path) -> network.Network:
    """The averaged network, ready to be measured or exported: of `train`, or one of `together`, of whatever width."""
    state = torch.load(file, map_location="cpu", weights_only=True)["average"]
    model = network.Network(state["output.weight"].shape[1], state["layers.0.first.weight"].shape[0])
    model.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in state.items()})
    return model.eval()


class Mean(torch.nn.Module):
    """The mean of the averaged networks' scores: what the exported model computes."""

    def __init__(self) -> None:
        super().__init__()
        self.networks = torch.nn.ModuleList(read(file(number)) for number in range(1, NETWORKS + 1))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """features: as `network.Network` takes them."""
        return sum(one(features)[0] for one in self.networks) / len(self.networks)
