import io
import unittest

import numpy
import torch

from brewsacoustic import export, network, nnet3


class Nnet3Tests(unittest.TestCase):
    def testAWrittenModelComputesWhatPyTorchDoes(self) -> None:
        torch.manual_seed(2)
        trained = network.Network()
        trained.mean.normal_()
        trained.scale.uniform_(0.5, 2)
        torch.nn.init.normal_(trained.output.weight)
        trained.train()
        with torch.no_grad():
            for _ in range(3):
                trained(torch.randn(network.LEFT + network.RIGHT + 31, 4, network.BINS))
        trained.eval()
        file = io.BytesIO()
        nnet3.Writer(file).model(export.model(trained))
        frames = torch.randn(11, network.BINS)
        with torch.no_grad():
            wanted = trained(network.withContext(frames)[:, None])[0][:, 0].numpy()
        found = nnet3.compute(nnet3.Reader(file.getvalue()).model(), frames.numpy().astype(float), [0, 3, 6, 9])
        self.assertEqual(found.shape, wanted.shape)
        numpy.testing.assert_allclose(found, wanted, atol=1e-4 * numpy.abs(wanted).max())

    def testCommasInBracketsDoNotSeparate(self) -> None:
        self.assertEqual(nnet3.arguments("Scale(0.66, a), Offset(b, -3)"), ["Scale(0.66, a)", "Offset(b, -3)"])


if __name__ == "__main__":
    unittest.main()
