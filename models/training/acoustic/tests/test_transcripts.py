import unittest

import torch

from brewsacoustic import phones, transcripts


class TrigramTests(unittest.TestCase):
    def testWhatFollowsTwoPhonesIsCountedAndWholly(self) -> None:
        transcriber = transcripts.Transcriber(set())
        trigram = transcripts.trigram(transcriber, ["tea please", "tea"])
        torch.testing.assert_close(trigram.sum(2), torch.ones(phones.COUNT, phones.COUNT))
        self.assertGreater(float(trigram.min()), 0)
        t, iy, p, silence = (phones.NUMBER[name] for name in ("T", "IY", "P", "SIL"))
        after = trigram[t, iy]
        # Behind "tea" there is silence or its end, and without silence "please"; nothing else was heard there.
        self.assertEqual({int(index) for index in after.topk(2).indices}, {silence, p})
        # What was never heard is what follows the second phone alone.
        torch.testing.assert_close(trigram[p, iy], trigram[phones.NUMBER["ZH"], iy])


if __name__ == "__main__":
    unittest.main()
