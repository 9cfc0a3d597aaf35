import itertools
import math
import unittest

import torch

from brewsacoustic import mmi, phones


def sequence(*names: str) -> list[tuple[int, bool]]:
    """Phones by name; a name in brackets may be left out."""
    return [(phones.NUMBER[name.strip("()")], name.startswith("(")) for name in names]


def paths(transcript: list[tuple[int, bool]], length: int) -> list[list[int]]:
    """All sequences of outputs that say a transcript in so many frames, found by trying."""
    found = []
    optional = [index for index, (_, mayMiss) in enumerate(transcript) if mayMiss]
    for missing in itertools.chain.from_iterable(itertools.combinations(optional, n) for n in range(len(optional) + 1)):
        said = [phone for index, (phone, _) in enumerate(transcript) if index not in missing]
        for lengths in itertools.product(range(1, length + 1), repeat=len(said)):
            if said and sum(lengths) == length:
                found.append([output for phone, n in zip(said, lengths) for output in [2 * phone] + [2 * phone + 1] * (n - 1)])
    return found


class MMITests(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(3)
        self.trigram = torch.rand(phones.COUNT, phones.COUNT, phones.COUNT)
        self.trigram /= self.trigram.sum(2, keepdim=True)

    def testATranscriptThatCannotBeSaidLeavesNumbers(self) -> None:
        scores = torch.zeros(40, 3, phones.OUTPUTS)
        # The second ends with a phone that cannot begin, but could last: what comes after it grows beyond all numbers. The third is too long.
        scores[:, 1, 2 * 2 + 1], scores[:, 1, 2 * 3] = -3, -2000
        transcripts = mmi.Transcripts.of([[(5, False)], [(2, False), (3, False)], [(7, False)] * 39])
        lengths = torch.tensor([40, 40, 30])
        sums, occupation = mmi.numerator(scores, lengths, transcripts)
        self.assertEqual(sums.isfinite().tolist(), [True, False, False])
        self.assertTrue(bool(occupation.isfinite().all()))
        self.assertEqual(float(occupation[:, 1:].abs().sum()), 0)
        value, wanted = mmi.loss(scores.requires_grad_(), lengths, transcripts, self.trigram)
        value.backward()
        self.assertTrue(bool(scores.grad.isfinite().all() and wanted.isfinite().all()))

    def testNumeratorIsTheSumOverAllPaths(self) -> None:
        transcripts = [sequence("(SIL)", "T", "IY", "(SIL)"), sequence("(SIL)", "N", "(SIL)", "OW", "(SIL)"), sequence("SIL")]
        lengths = torch.tensor([5, 6, 4])
        scores = torch.randn(6, 3, phones.OUTPUTS)
        sums, occupation = mmi.numerator(scores, lengths, mmi.Transcripts.of(transcripts))
        for row, transcript in enumerate(transcripts):
            ways = paths(transcript, int(lengths[row]))
            expected = math.log(sum(math.exp(sum(scores[t, row, output] for t, output in enumerate(way))) for way in ways))
            self.assertAlmostEqual(float(sums[row]), expected, places=4)
        torch.testing.assert_close(occupation.sum(2), (torch.arange(6)[:, None] < lengths).float())

    def testDenominatorIsTheSumOverAllPaths(self) -> None:
        scores = torch.randn(3, 2, phones.OUTPUTS)
        sums, occupation = mmi.denominator(scores, torch.tensor([3, 3]), self.trigram)
        first, loop = scores[..., 0::2].double(), scores[..., 1::2].double()
        silence, trigram = phones.NUMBER["SIL"], self.trigram.double().log()
        start = 0.5 * trigram[silence, silence].exp()
        start[silence] += 0.5
        start = start.log()
        for row in range(2):
            f, l = first[:, row], loop[:, row]
            one = start + f[0]
            two = one[:, None] + trigram[silence] + f[1][None]  # phone by next phone
            ways = [
                one + l[1] + l[2], two + l[2][None], (one + l[1])[:, None] + trigram[silence] + f[2][None],
                two[:, :, None] + trigram + f[2][None, None],
            ]
            expected = torch.cat([way.flatten() for way in ways]).logsumexp(0)
            self.assertAlmostEqual(float(sums[row]), float(expected), places=4)
        torch.testing.assert_close(occupation.sum(2), torch.ones(3, 2))

    def testATranscriptThatDoesNotFitIsLeftOut(self) -> None:
        transcripts = mmi.Transcripts.of([sequence("T", "IY", "T", "IY"), sequence("(SIL)", "T", "(SIL)")])
        scores = torch.randn(3, 2, phones.OUTPUTS, requires_grad=True)
        value, _ = mmi.loss(scores, torch.tensor([3, 3]), transcripts, self.trigram)
        value.backward()
        self.assertTrue(value.isfinite())
        self.assertEqual(float(scores.grad[:, 0].abs().sum()), 0)
        self.assertGreater(float(scores.grad[:, 1].abs().sum()), 0)

    def testGradientIsThatOfDifferences(self) -> None:
        transcripts = mmi.Transcripts.of([sequence("(SIL)", "T", "IY", "(SIL)"), sequence("(SIL)", "N", "(SIL)", "OW", "(SIL)")])
        lengths = torch.tensor([7, 5])
        scores = torch.randn(7, 2, phones.OUTPUTS, requires_grad=True)
        mmi.loss(scores, lengths, transcripts, self.trigram)[0].backward()
        step = 1e-2
        for place in [(0, 0, 0), (2, 0, 2 * phones.NUMBER["T"]), (6, 0, 1), (3, 1, 2 * phones.NUMBER["OW"] + 1), (6, 1, 4)]:
            values = []
            for sign in (1, -1):
                moved = scores.detach().clone()
                moved[place] += sign * step
                values.append(float(mmi.loss(moved, lengths, transcripts, self.trigram)[0]))
            self.assertAlmostEqual((values[0] - values[1]) / (2 * step), float(scores.grad[place]), places=3)


if __name__ == "__main__":
    unittest.main()
