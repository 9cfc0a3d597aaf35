"""The network: a factored time-delay network (Povey et al. 2018) over log mel energies, one output frame per 30 ms.

Sequences are time × batch × channel, so that shifting in time is a slice without copying. Nothing is padded inside: the
input brings its context, as a decoder gives it to Kaldi's network (the first and last frame repeated at the ends).
"""
import torch
from torch import nn
from torch.nn import functional

from . import phones

BINS = 40
STRIDE = 3  # frames of 10 ms per output
WIDTH = 448
BOTTLENECK = 96
EARLY = (256, 160)  # channels of the layers at 10 ms
LAST_BOTTLENECK = 192
AFTER = (-1, 1, -1, 1, -1, 1, -1, 1, -1)  # in output frames: where each factored layer's second matrix looks besides 0
RESIDUAL = 0.66

LEFT = 3 * (len(AFTER) + AFTER.count(-1)) + 1 + 2  # frames of 10 ms an output needs before and after its own
RIGHT = 3 * AFTER.count(1) + 1 + 2


class Normalisation(nn.Module):
    """ReLU, in place, then batch normalisation without scale and offset."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(width, affine=False, momentum=0.05)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(functional.relu_(x).flatten(0, 1)).view(x.shape)


class Factored(nn.Module):
    """Two matrices with a bottleneck between, each over two moments, around a residual connection."""

    def __init__(self, after: int, width: int, bottleneck: int) -> None:
        super().__init__()
        self.after, self.bottleneck = after, bottleneck
        self.first = nn.Linear(2 * width, bottleneck, bias=False)
        self.second = nn.Linear(2 * bottleneck, width)
        self.norm = Normalisation(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Loses the first frame, and one more at the end it looks towards."""
        # Both moments' halves of the first matrix in one product: the sum is shifted instead of the wide input.
        earlier, own = self.first.weight.chunk(2, dim=1)
        both = functional.linear(x, torch.cat([earlier, own]))
        narrow = both[:-1, :, : self.bottleneck] + both[1:, :, self.bottleneck :]
        y = self.norm(self.second(torch.cat([narrow[:-1], narrow[1:]], dim=2)))
        return y.add_(x[2:] if self.after < 0 else x[1:-1], alpha=RESIDUAL)


class Network(nn.Module):
    def __init__(self, width: int = WIDTH, bottleneck: int = BOTTLENECK) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(BINS))
        self.register_buffer("scale", torch.ones(BINS))
        self.early = nn.Linear(5 * BINS, EARLY[0])
        self.earlyNorm = Normalisation(EARLY[0])
        self.slowDown = nn.Linear(STRIDE * EARLY[0], EARLY[1], bias=False)
        self.widen = nn.Linear(EARLY[1], width)
        self.widenNorm = Normalisation(width)
        self.layers = nn.ModuleList(Factored(after, width, bottleneck) for after in AFTER)
        self.narrow = nn.Linear(width, LAST_BOTTLENECK, bias=False)
        self.last = nn.Linear(LAST_BOTTLENECK, width)
        self.lastNorm = Normalisation(width)
        self.output = nn.Linear(width, phones.OUTPUTS)
        # Only while training: the same network as a classifier of frames, which keeps the sequence objective in check.
        self.classifier = nn.Linear(width, phones.OUTPUTS)
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log likelihoods up to a constant per frame, and the classifier's scores.

        features: time × batch × 40 with context; the frames but LEFT + RIGHT are a multiple of 3, less 2.
        """
        x = self.normalised(features)
        count = len(x) - 4
        x = self.earlyNorm(self.early(torch.cat([x[shift : shift + count] for shift in range(5)], dim=2)))
        x = self.slowDown(torch.cat([x[shift::STRIDE] for shift in range(STRIDE)], dim=2))
        x = self.widenNorm(self.widen(x))
        for layer in self.layers:
            x = layer(x)
        x = self.lastNorm(self.last(self.narrow(x)))
        return self.output(x), self.classifier(x)

    def normalised(self, features: torch.Tensor) -> torch.Tensor:
        return (features - self.mean) * self.scale


def withContext(frames: torch.Tensor) -> torch.Tensor:
    """Features of an utterance (time × 40) as the network takes them, for one output per started 30 ms."""
    outputs = -(-len(frames) // STRIDE)
    places = torch.arange(-LEFT, STRIDE * (outputs - 1) + RIGHT + 1)
    return frames[places.clamp(0, len(frames) - 1)]
