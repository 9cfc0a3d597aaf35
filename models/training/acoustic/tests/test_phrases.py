"""What is said outside of cafés."""
import importlib.util
import random
import unittest

from brewsacoustic import lexicon, phrases


@unittest.skipUnless(importlib.util.find_spec("hibari"), "hibari-tts is not installed")
class PhraseTests(unittest.TestCase):
    def test_words_have_a_pronunciation_and_none_of_a_counted_phrase_is_said(self) -> None:
        words = phrases.readable()
        self.assertGreater(len(words), 20_000)
        for word in random.Random(1).sample(words, 200):
            self.assertIn(word, lexicon.dictionary())
        said = {word for text in phrases.texts(500, ["the computer is smart"], random.Random(2)) for word in text.split()}
        self.assertTrue(said.isdisjoint(phrases.COUNTED))

    def test_no_phrase_twice_and_the_same_again_from_the_same_chance(self) -> None:
        texts = phrases.texts(500, [], random.Random(3))
        self.assertEqual((len(texts), len(set(texts))), (500, 500))
        self.assertEqual(texts, phrases.texts(500, [], random.Random(3)))
        lengths = [len(text.split()) for text in texts]
        self.assertEqual((min(lengths), max(lengths)), (1, 8))

    def test_what_recordings_say_comes_more_often(self) -> None:
        texts = phrases.texts(300, ["river mountain"], random.Random(4))
        self.assertGreater(sum("river" in text.split() or "mountain" in text.split() for text in texts), 100)


if __name__ == "__main__":
    unittest.main()
