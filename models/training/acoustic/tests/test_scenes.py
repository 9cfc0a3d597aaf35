"""What `scenes` does to batches of features, on features that show it; and what `pack` keeps of them."""
import pathlib
import tempfile
import unittest

import numpy
import torch

from brewsacoustic import mmi, network, pack, scenes, tables


def store(*examples: torch.Tensor) -> scenes.Store:
    """Examples of 40 bins; the last is noise."""
    counts = torch.tensor([len(one) for one in examples])
    numbers = torch.arange(len(examples))
    return scenes.Store(torch.cat(examples), counts.cumsum(0) - counts, counts, numbers[:-1], numbers[-1:], torch.linspace(-3, 6, network.BINS))


def rising(count: int) -> torch.Tensor:
    return torch.arange(float(count))[:, None].expand(-1, network.BINS)


class SceneTests(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(5)
        self.store = store(rising(10), rising(20) + 100, torch.randn(30, network.BINS))

    def test_an_example_begins_after_its_pause_and_lasts_as_long_as_its_pace_says(self) -> None:
        chosen, longer, before = torch.tensor([0, 1]), torch.tensor([1.0, 2.0]), torch.tensor([3.0, 0.0])
        spoken = scenes.spoken(self.store, chosen, longer, before, 45)[:, :, 0]
        self.assertTrue(bool((spoken[0, :3] == scenes.SILENT).all() and (spoken[0, 13:] == scenes.SILENT).all()))
        self.assertEqual(spoken[0, 3:13].tolist(), list(range(10)))
        self.assertEqual(spoken[1, :39].tolist(), [100 + place / 2 for place in range(39)])
        self.assertTrue(bool((spoken[1, 39:] == scenes.SILENT).all()))

    def test_a_room_goes_on_behind_the_sound_and_dies_away(self) -> None:
        frames = torch.full((2, 60, network.BINS), scenes.SILENT)
        frames[:, 10:20] = 10
        echoed = scenes.echoed(frames, torch.tensor([0.5, 0.8]), torch.tensor([0.5, 0.5]))
        self.assertTrue(bool((echoed[:, :10] == scenes.SILENT).all()))
        self.assertTrue(bool((echoed[:, 10:20] >= 10).all()))
        tail = echoed[:, 20:50].mean(2)
        self.assertTrue(bool((tail[:, 0] > tail[:, 9]).all() and (tail[:, 9] > tail[:, 19]).all()))
        self.assertGreater(float(tail[1, 20]), float(tail[0, 20]))

    def test_noise_lies_as_far_below_as_said_and_only_where_it_is_wanted(self) -> None:
        frames = torch.full((2, 50, network.BINS), -30.0)
        frames[:, 10:30] = 5
        noise = torch.randn(2, 50, network.BINS)
        mixed = scenes.mixed(frames, noise, torch.tensor([10.0, 10.0]), torch.tensor([True, False]))
        self.assertTrue(bool((mixed[1] == frames[1]).all()))
        quiet = scenes.loudness(noise)[0] - scenes.loudness(frames)[0]
        self.assertAlmostEqual(float(quiet + (mixed[0, 40:] - noise[0, 40:]).mean()), -2.303, delta=0.01)

    def test_unchanged_scenes_are_the_examples_with_their_context(self) -> None:
        frames = scenes.spoken(self.store, torch.tensor([1]), torch.ones(1), torch.zeros(1), 30)
        features = scenes.context(frames, torch.tensor([20]), 10)[:, 0]
        wanted = network.withContext(rising(20) + 100)
        self.assertTrue(torch.equal(features[: len(wanted)], wanted))

    def test_a_whole_scene_has_no_number_that_is_none_and_hides_no_silence(self) -> None:
        size, outputs = 16, 20
        ones = torch.ones(size)
        said = torch.arange(size) % 2 == 0
        scene = scenes.scene(self.store, torch.zeros(size, dtype=torch.long), ones, 5 * ones, torch.full((size,), 40), outputs, said, 1.0)
        self.assertEqual(scene.shape, (network.LEFT + 3 * (outputs - 1) + 1 + network.RIGHT, size, network.BINS))
        self.assertTrue(bool(scene.isfinite().all()))
        self.assertGreaterEqual(float(scene.min()), scenes.SILENT)


class WaysTests(unittest.TestCase):
    def test_transcripts_from_the_table_are_those_made_one_by_one(self) -> None:
        sequences = [[(0, True), (5, False), (0, True), (7, False), (0, True)], [(0, False)], [(3, False), (4, False)], [(0, True), (2, False)]]
        codes = torch.zeros(len(sequences), 9, dtype=torch.uint8)
        for row, sequence in enumerate(sequences):
            codes[row, : len(sequence)] = torch.tensor([phone + pack.OPTIONAL * mayMiss for phone, mayMiss in sequence])
        counts = numpy.array([len(sequence) for sequence in sequences])
        ways = tables.Ways(codes % pack.OPTIONAL, codes >= pack.OPTIONAL, torch.tensor(counts), counts, counts, counts, counts)
        for order in ([0, 1, 2, 3], [3, 1]):
            wanted = mmi.Transcripts.of([sequences[row] for row in order])
            got = ways.batch(torch.tensor(order), wanted.phones.shape[1])
            for name in ("phones", "skips", "starts", "ends"):
                self.assertTrue(torch.equal(getattr(wanted, name), getattr(got, name)), name)


class PackTests(unittest.TestCase):
    def test_what_is_packed_comes_back_within_the_step(self) -> None:
        chance = numpy.random.default_rng(1)
        examples = [
            (pack.Kind.SPEECH, [[0, 103]], chance.normal(12, 3, (13, network.BINS)).astype(numpy.float32)),
            (pack.Kind.NOISE, [], chance.normal(80, 90, (40, network.BINS)).astype(numpy.float32)),  # louder than a byte holds
            (pack.Kind.HELD_OUT, [[1], [2, 3]], chance.normal(-15, 1, (8, network.BINS)).astype(numpy.float32)),
        ]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            pack.write(folder, iter(examples), torch.zeros(2), 1_000, 1)
            about, frames = pack.read(folder, 1)
        begin = 0
        for (kind, ways, wanted), (itsKind, count, itsWays) in zip(examples, about, strict=True):
            self.assertEqual((kind, ways, len(wanted)), (itsKind, itsWays, count))
            self.assertLess(float(numpy.abs(frames[begin : begin + count] - wanted).std()), pack.STEP / 3)
            begin += -(-count // pack.BLOCK) * pack.BLOCK
        self.assertEqual(begin, len(frames))
