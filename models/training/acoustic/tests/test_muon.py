import copy
import unittest

import torch

from brewsacoustic import muon


class MuonTests(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(5)

    def testAllDirectionsOfAStepAreAboutEquallyLong(self) -> None:
        for shape in [(24, 96), (96, 24), (32, 32)]:
            with self.subTest(shape=shape):
                u, _, v = torch.linalg.svd(torch.randn(shape), full_matrices=False)
                # Directions a hundred times as strong as others.
                matrix = u @ torch.diag(torch.logspace(0, -2, len(v))) @ v
                found = torch.linalg.svdvals(muon.orthogonal(matrix))
                self.assertGreater(found.min(), 0.5)
                self.assertLess(found.max(), 1.25)

    def testDirectionsStay(self) -> None:
        u, _, v = torch.linalg.svd(torch.randn(20, 50), full_matrices=False)
        matrix = u @ torch.diag(torch.linspace(1, 2, 20)) @ v
        turned = u.T @ muon.orthogonal(matrix) @ v.T
        self.assertLess((turned - torch.diag(turned.diag())).abs().max(), 1e-4)
        self.assertGreater(turned.diag().min(), 0.6)

    def testAStepIsAsLongAsOneOfAdam(self) -> None:
        for shape in [(40, 160), (160, 40)]:
            with self.subTest(shape=shape):
                matrix = torch.nn.Parameter(torch.zeros(shape))
                optimiser = muon.Muon([matrix], lr=0.01, weight_decay=0)
                matrix.grad = 1000 * torch.randn(shape)
                optimiser.step()
                size = (matrix.detach() / 0.01).square().mean().sqrt()
                self.assertAlmostEqual(float(size), muon.SIZE, delta=0.06)

    def testWithoutGradientsWeightsDecay(self) -> None:
        matrix = torch.nn.Parameter(torch.full((4, 4), 2.0))
        optimiser = muon.Muon([matrix], lr=0.5, weight_decay=0.1)
        matrix.grad = torch.zeros(4, 4)
        optimiser.step()
        self.assertTrue(torch.allclose(matrix, torch.full((4, 4), 1.9)))

    def testItGoesOnFromItsState(self) -> None:
        first, second = (torch.nn.Parameter(torch.ones(3, 5)) for _ in range(2))
        one, other = muon.Muon([first], lr=0.1, weight_decay=0), muon.Muon([second], lr=0.1, weight_decay=0)
        gradients = torch.randn(2, 3, 5)
        first.grad = gradients[0]
        one.step()
        second.data.copy_(first.data)
        other.load_state_dict(copy.deepcopy(one.state_dict()))
        first.grad = second.grad = gradients[1]
        one.step()
        other.step()
        self.assertTrue(torch.equal(first, second))
