"""The list of common words: the likeliest, and every way to sound once, with the phones that it shares with the line before."""
import math
import unittest

from brewsacoustic import commonwords, lexicon, phones


def told(lines: list[str]) -> dict[tuple[int, ...], int]:
    """Phones and costs, read as the spotter does."""
    found, before = {}, ()
    for line in lines:
        shared, *sounds, cost = (ord(sign) - 48 for sign in line.split()[0])
        before = (*before[:shared], *sounds)
        found[before] = cost
    return found


class CommonWords(unittest.TestCase):
    def test_the_likeliest_words_come_first_and_are_likely_together(self) -> None:
        words = commonwords.likeliest(2_000)
        self.assertEqual(words[0][1], "the")
        self.assertTrue({"coffee", "order", "large"} <= {word for _, word in words})
        self.assertAlmostEqual(sum(math.exp(logProbability) for logProbability, _ in words), 1)
        self.assertTrue(all(before >= after for (before, _), (after, _) in zip(words, words[1:])))

    def test_every_way_to_sound_is_there_once_with_the_likeliest_word(self) -> None:
        found = told(commonwords.entries([(-2.0, "two"), (-2.5, "to"), (-3.0, "the"), (-4.1, "there"), (-5.0, "their")]))
        number = phones.NUMBER
        self.assertEqual(found[number["T"], number["UW"]], 8)
        self.assertEqual(found[number["DH"], number["IY"]], 12)
        self.assertEqual(found[number["DH"], number["EH"], number["R"]], 16)
        self.assertEqual(set(found), {tuple(number[sound] for sound in sounds) for word in ("two", "to", "the", "there") for sounds in lexicon.pronunciations(word)})

    def test_lines_that_are_one_word_said_differently_have_the_same_number(self) -> None:
        lines = commonwords.entries([(-2.0, "the"), (-3.0, "coffee"), (-4.0, "tea"), (-5.0, "order")])
        numbers = sorted(line.split()[1] for line in lines if " " in line)
        self.assertEqual(numbers, ["00", "00", "01", "01"])
        self.assertEqual(len(lines), 6)

    def test_the_list_in_the_spotter_is_what_this_makes(self) -> None:
        self.assertEqual(commonwords.FILE.read_text().split("\n"), commonwords.entries(commonwords.likeliest(8_000)))


if __name__ == "__main__":
    unittest.main()
