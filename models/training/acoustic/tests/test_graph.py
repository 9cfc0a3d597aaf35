import unittest

from brewsacoustic import graph, phones


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


if __name__ == "__main__":
    unittest.main()
