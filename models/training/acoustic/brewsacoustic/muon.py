"""Muon (Jordan et al. 2024): momentum whose steps turn all directions of a matrix equally far.

A matrix's step is its momentum with all singular values near 1, found by a polynomial's iteration instead of a decomposition.
Its size is that of an Adam step (Liu et al. 2025), so that one rate suits both.
"""
import typing

import torch

MOMENTUM = 0.95
ROUNDS = 5
POLYNOMIAL = (3.4445, -4.7750, 2.0315)  # of the first, third and fifth power of singular values
SIZE = 0.2  # root mean square of a step at rate 1, as Adam's steps have it


def orthogonal(matrices: torch.Tensor) -> torch.Tensor:
    """Each matrix (the last two dimensions) with singular values near 1: between 0.68 and 1.2 where they were at least 0.0015 of its norm, or else at most 485 times as large."""
    if matrices.shape[-2] > matrices.shape[-1]:
        return orthogonal(matrices.mT).mT
    a, b, c = POLYNOMIAL
    x = matrices / matrices.norm(dim=(-2, -1), keepdim=True).clamp(min=1e-12)
    for _ in range(ROUNDS):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x


class Muon(torch.optim.Optimizer):
    """For matrices only. State of each: `momentum`, of its shape."""

    def __init__(self, matrices: typing.Iterable[torch.Tensor], lr: float, weight_decay: float) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self) -> None:
        for group in self.param_groups:
            for matrix in group["params"]:
                size = SIZE * max(matrix.shape) ** 0.5
                matrix.mul_(1 - group["lr"] * group["weight_decay"])
                matrix.add_(orthogonal(self.ahead(matrix)), alpha=-group["lr"] * size)

    def ahead(self, matrix: torch.Tensor) -> torch.Tensor:
        """Takes the gradient into the momentum; returns the momentum one step on (Nesterov)."""
        state = self.state[matrix]
        if "momentum" not in state:
            state["momentum"] = torch.zeros_like(matrix)
        momentum = state["momentum"].lerp_(matrix.grad, 1 - MOMENTUM)
        return torch.lerp(momentum, matrix.grad, 1 - MOMENTUM)
