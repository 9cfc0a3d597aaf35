import math
import unittest

from brewsacoustic import graph, language, phones


class GraphTests(unittest.TestCase):
    def testWordsOfLikeSoundAreToldApart(self) -> None:
        said = graph.marked(["to", "two", "tea"])
        ways = [tuple(way) for _, way in said]
        self.assertEqual(len(ways), len(set(ways)))
        self.assertTrue(all(max(way[:-1], default=0) <= phones.COUNT for way in ways))

    def testAWordThatBeginsAnotherIsMarked(self) -> None:
        said = {number: way for number, way in graph.marked(["tea", "teach"])}
        self.assertGreater(said[1][-1], phones.COUNT)
        self.assertLessEqual(said[2][-1], phones.COUNT)

    def testAStateEnteredByOnePhoneTakesItsLoop(self) -> None:
        text, marks = graph.overOutputs("0 1 3 7\n1 2 5 0\n2\n")
        lines = text.splitlines()
        self.assertIn("0 1 6 7 0.0", lines)
        self.assertIn("1 1 5 0 0.0", lines)
        self.assertEqual(marks, [])

    def testAStateEnteredByTwoPhonesIsReachedOverStatesBetween(self) -> None:
        lines = graph.overOutputs("0 1 3 7\n0 1 4 8\n1\n")[0].splitlines()
        self.assertIn("2 2 5 0 0.0", lines)
        self.assertIn("2 1 0 0 0.0", lines)
        self.assertIn("3 3 7 0 0.0", lines)
        self.assertNotIn("1 1 5 0 0.0", lines)


class MixedBigramTests(unittest.TestCase):
    """Answers taken into an earlier bigram."""

    def testAnswersBecomeLikelyAndTheRestGivesWay(self) -> None:
        kept = language.Bigram()
        kept.single = {"a": -math.log(0.5), "latte": -math.log(0.3), "yes": -math.log(0.2)}
        kept.arcs["<s>"] = {"a": -math.log(0.9)}
        kept.arcs["a"] = {"latte": -math.log(0.8)}
        kept.backing = {"<s>": -math.log(0.1), "a": -math.log(0.2)}
        kept.ends = {"": language.NOT_LAST, "latte": -math.log(0.7)}
        before = kept.probability("<s>", "yes")
        kept.mixed(["yes", "unheard of"], share=0.25)
        self.assertAlmostEqual(kept.probability("<s>", "yes"), 0.75 * before + 0.25)
        self.assertAlmostEqual(kept.probability("<s>", "a"), 0.75 * 0.9)
        self.assertGreater(kept.probability("yes", "</s>"), 0.1)
        # What no answer touches stays, and a text with a word that is not known is left out.
        self.assertAlmostEqual(kept.probability("a", "latte"), 0.8)
        self.assertNotIn("unheard", kept.arcs)


if __name__ == "__main__":
    unittest.main()
