"""What is made anew, and what is gone on with."""
import json
import pathlib
import tempfile
import unittest
import unittest.mock

import torch

from brewsacoustic import corpus, features, paths, stamp, train


class StampTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for patch in (unittest.mock.patch.object(paths, "WORK", self.folder), unittest.mock.patch.object(corpus, "STAMP", self.folder / "clips.stamp")):
            patch.start()
            self.addCleanup(patch.stop)

    def test_it_tells_contents_places_and_settings_apart(self) -> None:
        one, two, none = (self.folder / name for name in ("one", "two", "none"))
        one.write_text("a")
        two.write_text("b")
        stamps = [stamp.of([one, two], 1), stamp.of([two, one], 1), stamp.of([one, two], 2), stamp.of([one, none], 1)]
        self.assertEqual(len(set(stamps)), len(stamps))
        two.write_text("c")
        self.assertNotEqual(stamp.of([one, two], 1), stamps[0])
        two.write_text("b")
        self.assertEqual(stamp.of([one, two], 1), stamps[0])

    def test_features_of_other_clips_are_made_anew(self) -> None:
        corpus.STAMP.write_text("first")
        self.assertFalse(features.isMade(0))
        features.description(0).write_text(json.dumps({"made": features.made(), "examples": []}))
        self.assertTrue(features.isMade(0))
        corpus.STAMP.write_text("second")
        self.assertFalse(features.isMade(0))

    def test_a_network_of_other_clips_is_not_gone_on_with(self) -> None:
        corpus.STAMP.write_text("first")
        training = train.Training(torch.zeros(1), steps=10, number=1, low=False)
        training.step = 7
        file = self.folder / "network1.pt"
        training.save(file)
        again = train.Training(torch.zeros(1), steps=10, number=1, low=False)
        again.resume(file)
        self.assertEqual(again.step, 7)
        corpus.STAMP.write_text("second")
        with self.assertRaisesRegex(SystemExit, "trained on other clips"):
            again.resume(file)


if __name__ == "__main__":
    unittest.main()
