"""The network: Whisper's encoder and decoder (Radford et al. 2022), small, with the names that the model file has.

Only some 2,100 of the 51,864 tokens mean anything here. The others share one vector, and the times' vectors are a
linear image of sines, so that the table in training is small and times that no clip reaches are still told apart.
"""
import dataclasses
import math

import torch
from torch import nn
from torch.nn import functional

from . import mel, tokens


@dataclasses.dataclass(frozen=True)
class Shape:
    """The sizes of the network. The widths must be multiples of 32: the model file stores blocks of 32 weights.

    Two decoder layers would make whisper.cpp take the model for a distilled one and refuse timestamps.
    """

    width: int = 128
    heads: int = 4
    encoderLayers: int = 4
    decoderLayers: int = 3
    audioPositions: int = 1500
    textPositions: int = 448


def sines(length: int, width: int, longest: float = 10_000) -> torch.Tensor:
    """Sines and cosines of `width` / 2 wavelengths at `length` places."""
    rates = torch.exp(-math.log(longest) / (width // 2 - 1) * torch.arange(width // 2))
    angles = torch.arange(length)[:, None] * rates[None]
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def split(self, x: torch.Tensor) -> torch.Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(
        self, x: torch.Tensor, source: torch.Tensor, causal: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """What x hears in the source, and the weights. Written out: in 16 bits twice as fast as PyTorch's own on a CPU."""
        query, key, value = self.split(self.query(x)), self.split(self.key(source)), self.split(self.value(source))
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        if causal:
            scores = scores + torch.full(scores.shape[-2:], -math.inf).triu(1)
        weights = scores.softmax(-1).to(value.dtype)
        return self.out((weights @ value).transpose(1, 2).flatten(2)), weights


class Block(nn.Module):
    def __init__(self, width: int, heads: int, cross: bool) -> None:
        super().__init__()
        self.attn, self.attn_ln = Attention(width, heads), nn.LayerNorm(width)
        if cross:
            self.cross_attn, self.cross_attn_ln = Attention(width, heads), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))
        self.mlp_ln = nn.LayerNorm(width)

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        normed = self.attn_ln(x)
        x = x + self.attn(normed, normed)[0]
        return x + self.mlp(self.mlp_ln(x))

    def decode(self, x: torch.Tensor, source: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        normed = self.attn_ln(x)
        x = x + self.attn(normed, normed, causal=True)[0]
        heard, weights = self.cross_attn(self.cross_attn_ln(x), source)
        x = x + heard
        return x + self.mlp(self.mlp_ln(x)), weights.float().mean(1)


class Encoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(mel.BANDS, shape.width, 3, padding=1)
        self.conv2 = nn.Conv1d(shape.width, shape.width, 3, stride=2, padding=1)
        self.register_buffer("positional_embedding", sines(shape.audioPositions, shape.width))
        self.blocks = nn.ModuleList(Block(shape.width, shape.heads, False) for _ in range(shape.encoderLayers))
        self.ln_post = nn.LayerNorm(shape.width)

    def forward(self, spectrograms: torch.Tensor) -> torch.Tensor:
        """Spectrograms of B × 80 × 2 T frames to B × T × width."""
        x = functional.gelu(self.conv1(spectrograms), approximate="tanh")
        x = functional.gelu(self.conv2(x), approximate="tanh").transpose(1, 2)
        x = x + self.positional_embedding[: x.shape[1]]
        for block in self.blocks:
            x = block.encode(x)
        return self.ln_post(x)


class Decoder(nn.Module):
    """Reads and predicts compact token numbers: own tokens, then `tokens.SPECIAL`, then the times."""

    TIME_RATES = 64

    def __init__(self, shape: Shape, ownTokens: int) -> None:
        super().__init__()
        self.unused = tokens.VOCABULARY - tokens.TIMES - len(tokens.SPECIAL) - ownTokens
        self.words = nn.Parameter(torch.randn(ownTokens + len(tokens.SPECIAL), shape.width) * 0.05)
        # Unlikely from the start (logit −14): all unused tokens together would otherwise win the first hundred steps.
        away = torch.randn(shape.width).sign() * (14 / shape.width) ** 0.5
        self.other = nn.Parameter(-away[None])
        self.times = nn.Linear(self.TIME_RATES, shape.width, bias=False)
        self.register_buffer("clock", sines(tokens.TIMES, self.TIME_RATES, longest=1500), persistent=False)
        # Fixed, so that places that no training text reaches are still told apart.
        self.register_buffer("positional_embedding", 0.1 * sines(shape.textPositions, shape.width))
        self.blocks = nn.ModuleList(Block(shape.width, shape.heads, True) for _ in range(shape.decoderLayers))
        self.ln = nn.LayerNorm(shape.width)
        self.ln.bias.data.copy_(away)

    def table(self) -> torch.Tensor:
        """The vectors of the compact token numbers."""
        return torch.cat([self.words, 0.1 * self.times(self.clock)])

    def forward(self, numbers: torch.Tensor, source: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """Logits B × N × (compact numbers + all unused ones as one), and each layer's attention to the audio."""
        table = self.table()
        x = functional.embedding(numbers, table) + self.positional_embedding[: numbers.shape[1]]
        attentions = []
        for block in self.blocks:
            x, weights = block.decode(x, source)
            attentions.append(weights)
        x = self.ln(x)
        other = x @ self.other.T + math.log(self.unused)
        return torch.cat([x @ table.T, other], dim=-1), attentions

    def full(self) -> torch.Tensor:
        """The vectors of all 51,864 tokens, for the model file."""
        own = self.words.shape[0] - len(tokens.SPECIAL)
        rows = self.other.expand(tokens.VOCABULARY, -1).clone()
        rows[:own] = self.words[:own]
        rows[list(tokens.SPECIAL)] = self.words[own:]
        rows[tokens.FIRST_TIME :] = self.table()[self.words.shape[0] :]
        return rows


class Network(nn.Module):
    def __init__(self, shape: Shape, ownTokens: int) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(shape)
        self.decoder = Decoder(shape, ownTokens)

    def compact(self, number: int) -> int:
        """The compact number of a token."""
        own = self.decoder.words.shape[0] - len(tokens.SPECIAL)
        if number in tokens.SPECIAL:
            return own + tokens.SPECIAL.index(number)
        return number if number < own else own + len(tokens.SPECIAL) + number - tokens.FIRST_TIME
