"""That a graph made here and the shipped network speak of the same outputs: libvosk hears a sentence with both."""
import functools
import pathlib
import shutil
import tempfile
import unittest

from brewscorpus import recordings

from brewsacoustic import graph, language, paths, verify

SENTENCE = "can i get a large iced latte please"
RECORDING = paths.PROJECT / "Tests/Recordings/can-i-get-a-large-iced-latte-please.wav"


class DecodingTests(unittest.TestCase):
    def testAGraphMadeHereHearsWithTheShippedNetwork(self) -> None:
        texts = [SENTENCE, "could i have a small hot chocolate", "i want two iced teas please", "no large latte"]
        words = sorted({word for text in texts for word in text.split()})
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder)
            for part in ("am", "conf"):
                shutil.copytree(paths.MODEL / part, model / part)
            graph.build(words, functools.partial(graph.bigramArcs, texts=texts * 5), model / "graph")
            decoder, sound = verify.Decoder(model), recordings.read(RECORDING)
            self.assertEqual(decoder.decode(sound), SENTENCE)
            # A grammar's bigram may hear a word twice.
            self.assertEqual(set(decoder.decode(sound, [SENTENCE, texts[1], language.UNKNOWN]).split()), set(SENTENCE.split()))


if __name__ == "__main__":
    unittest.main()
