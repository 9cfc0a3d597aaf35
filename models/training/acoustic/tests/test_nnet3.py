import io
import unittest

import numpy
import torch

from brewsacoustic import export, mean, network, nnet3, restore, simplify


def trained(seed: int) -> network.Network:
    """A network that has seen noise only, with statistics of it."""
    torch.manual_seed(seed)
    result = network.Network()
    result.mean.normal_()
    result.scale.uniform_(0.5, 2)
    torch.nn.init.normal_(result.output.weight)
    result.train()
    with torch.no_grad():
        for _ in range(3):
            result(torch.randn(network.LEFT + network.RIGHT + 31, 4, network.BINS))
    return result.eval()


FRAMES, MOMENTS = numpy.random.default_rng(2).normal(size=(11, network.BINS)), [0, 3, 6, 9]


def asPyTorch(one: network.Network) -> numpy.ndarray:
    with torch.no_grad():
        return one(network.withContext(torch.from_numpy(FRAMES).float())[:, None])[0][:, 0].numpy()


class Nnet3Tests(unittest.TestCase):
    def testAWrittenModelComputesWhatPyTorchDoes(self) -> None:
        one = trained(2)
        file = io.BytesIO()
        nnet3.Writer(file).model(export.model(one))
        wanted = asPyTorch(one)
        found = nnet3.compute(nnet3.Reader(file.getvalue()).model(), FRAMES, MOMENTS)
        self.assertEqual(found.shape, wanted.shape)
        numpy.testing.assert_allclose(found, wanted, atol=2e-4 * numpy.abs(wanted).max())

    def testWithoutNormalisationsItComputesTheSame(self) -> None:
        model = export.model(trained(3))
        simpler = simplify.withoutNormalisations(model)
        self.assertFalse(any(isinstance(component, nnet3.Normalisation) for component in simpler.components.values()))
        numpy.testing.assert_allclose(nnet3.compute(simpler, FRAMES, MOMENTS), nnet3.compute(model, FRAMES, MOMENTS), atol=1e-9)

    def testNetworksSideBySideGiveTheirMean(self) -> None:
        networks = [trained(4), trained(5)]
        together = mean.mean([simplify.withoutNormalisations(export.model(one)) for one in networks])
        wanted = sum(map(asPyTorch, networks)) / 2
        numpy.testing.assert_allclose(nnet3.compute(together, FRAMES, MOMENTS), wanted, atol=1e-4 * numpy.abs(wanted).max())

    def testANetworkIsTakenOutOfSeveral(self) -> None:
        networks = [simplify.withoutNormalisations(export.model(trained(seed))) for seed in (4, 5)]
        together = mean.mean(networks)
        for number, one in enumerate(networks, 1):
            part = mean.part(together, number)
            self.assertEqual(part.description, one.description)
            numpy.testing.assert_allclose(nnet3.compute(part, FRAMES, MOMENTS), nnet3.compute(one, FRAMES, MOMENTS), atol=1e-9)

    def testAnExportIsRestored(self) -> None:
        one = trained(6)
        exported = simplify.withoutNormalisations(export.model(one))
        batches = [torch.randn(network.LEFT + network.RIGHT + 31, 4, network.BINS) for _ in range(3)]
        again = restore.restored(exported, one.mean, one.scale, batches)
        wanted = asPyTorch(one)
        numpy.testing.assert_allclose(asPyTorch(again), wanted, atol=1e-3 * numpy.abs(wanted).max())
        for norm in restore.normalisations(again):
            self.assertGreater(float(norm.norm.running_mean.abs().max()), 0)
        for layer in (again.widen, again.layers[0].second, again.last):
            self.assertAlmostEqual(float(layer.weight.square().mean().sqrt()), restore.SIZE, places=4)

    def testAMatrixIsReadBackWithinHalfAStep(self) -> None:
        values = numpy.random.default_rng(1).uniform(-3, 5, (7, 4))
        file = io.BytesIO(b"<Nnet3> ")
        file.seek(0, io.SEEK_END)
        nnet3.Writer(file).matrix(values)
        reader = nnet3.Reader(file.getvalue())
        reader.expect("<Nnet3>")
        numpy.testing.assert_allclose(reader.matrix(), values, atol=0.51 * numpy.ptp(values) / nnet3.STEPS)

    def testCommasInBracketsDoNotSeparate(self) -> None:
        self.assertEqual(nnet3.arguments("Scale(0.66, a), Offset(b, -3)"), ["Scale(0.66, a)", "Offset(b, -3)"])


if __name__ == "__main__":
    unittest.main()
