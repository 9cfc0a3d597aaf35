"""Compares `brews vad` with webrtcvad and silero-vad on the same mixtures of speech and noise. See README.md beside this file."""

import argparse
import importlib.util
import json
import pathlib
import subprocess
import tempfile
import wave

import numpy as np
import onnxruntime
import webrtcvad

RATE = 16_000
HOP = 160  # 10 ms: the grid that everything is scored on
NOISE_FRAME = 2_048
SURROUNDING_SECONDS = 2.0
LONGEST_PAUSE = 30  # hops; shorter pauses belong to the speech, for the reference and for every detector
SHORTEST_SPEECH = 10  # hops
RATIOS = [20, 15, 10, 5, 0]
PEAK = 0.5


def read_wav(path):
    with wave.open(str(path)) as file:
        if (file.getframerate(), file.getnchannels(), file.getsampwidth()) != (RATE, 1, 2):
            raise SystemExit(f"{path}: 16 kHz mono 16-bit is needed")
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float64) / 32_768


def write_wav(path, samples):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def runs(mask):
    edges = np.diff(np.concatenate([[0], mask.astype(int), [0]]))
    return list(zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)))


def tidy(segments):
    """Closes short pauses and drops what is too short: the same for the reference and all detectors."""
    joined = []
    for start, end in segments:
        if joined and start - joined[-1][1] < LONGEST_PAUSE:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return [(start, end) for start, end in joined if end - start >= SHORTEST_SPEECH]


def reference(clean):
    """Speech of a clean clip: 10 ms blocks within 40 dB of its loudest and 12 dB over its tenth percentile."""
    count = len(clean) // HOP
    energy = 10 * np.log10((clean[: count * HOP].reshape(count, HOP) ** 2).mean(1) + 1e-10)
    loud = energy > max(energy.max() - 40, np.percentile(energy, 10) + 12)
    return tidy([(start, end) for start, end in runs(loud) if end - start >= 3])


def loudest(samples):
    whole = max(1, len(samples) // NOISE_FRAME)
    return max((samples[k * NOISE_FRAME : (k + 1) * NOISE_FRAME] ** 2).sum() for k in range(whole))


def mix(clean, noise, decibels, start):
    surrounding = np.zeros(int(SURROUNDING_SECONDS * RATE))
    speech = np.concatenate([surrounding, clean[: len(clean) // HOP * HOP], surrounding])
    stretch = noise[(start + np.arange(len(speech))) % len(noise)]
    mixture = speech + stretch * np.sqrt(loudest(speech) / max(loudest(stretch), 1e-12) / 10 ** (decibels / 10))
    return np.round(mixture / np.abs(mixture).max() * PEAK * 32_767).astype("<i2")


def by_brews(program, takes, options):
    segments = [[] for _ in takes]
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for number, take in enumerate(takes):
            path = pathlib.Path(folder) / f"{number}.wav"
            write_wav(path, take)
            files[str(path)] = number
        output = subprocess.run([program, "vad", "--json", *options, *files], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        item = json.loads(line)
        if "startSeconds" in item:
            segments[files[item["file"]]].append((round(item["startSeconds"] * 100), round(item["endSeconds"] * 100)))
    return segments


def by_webrtc(takes, mode):
    segments = []
    for take in takes:
        detector, data = webrtcvad.Vad(mode), take.tobytes()
        frames = [detector.is_speech(data[place : place + 2 * HOP], RATE) for place in range(0, len(data) - 2 * HOP + 1, 2 * HOP)]
        segments.append(runs(np.array(frames)))
    return segments


def silero_session():
    # Found without being imported: its Python package wants torch, its model does not.
    package = importlib.util.find_spec("silero_vad")
    if package is None:
        raise SystemExit("silero-vad is not installed; see README.md")
    model = pathlib.Path(package.origin).parent / "data" / "silero_vad.onnx"
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def by_silero(takes, session, enter=0.5, leave=0.35):
    """512-sample frames, each behind the last 64 samples of the one before; entered at 0.5 and left at 0.35, as its package does."""
    frame, context, lanes = 512, 64, len(takes)
    count = max(len(take) for take in takes) // frame
    audio = np.zeros((lanes, context + count * frame), np.float32)
    for lane, take in enumerate(takes):
        length = min(len(take), count * frame)
        audio[lane, context : context + length] = take[:length] / np.float32(32_768)
    state, speaking = np.zeros((2, lanes, 128), np.float32), np.zeros(lanes, bool)
    masks = np.zeros((lanes, count), bool)
    for index in range(count):
        chunk = audio[:, index * frame : index * frame + context + frame]
        likelihood, state = session.run(None, {"input": chunk, "state": state, "sr": np.array(RATE, np.int64)})
        speaking = np.where(speaking, likelihood[:, 0] >= leave, likelihood[:, 0] >= enter)
        masks[:, index] = speaking
    scale = frame / HOP
    return [[(round(start * scale), round(end * scale)) for start, end in runs(masks[lane, : len(take) // frame])] for lane, take in enumerate(takes)]


class Score:
    def __init__(self):
        self.missed = self.speech = self.false = self.quiet = self.found = self.utterances = 0
        self.starts, self.ends = [], []

    def add(self, wanted, got, hops):
        truth, heard = np.zeros(hops, bool), np.zeros(hops, bool)
        for start, end in wanted:
            truth[start:end] = True
        for start, end in got:
            heard[start:end] = True
        self.missed += int((truth & ~heard).sum())
        self.speech += int(truth.sum())
        self.false += int((heard & ~truth).sum())
        self.quiet += int((~truth).sum())
        for start, end in wanted:
            touching = [other for other in got if other[0] < end and other[1] > start]
            self.utterances += 1
            if touching:
                self.found += 1
                self.starts.append(abs(touching[0][0] - start) * 10)
                self.ends.append(abs(touching[-1][1] - end) * 10)

    def merge(self, other):
        for name in ("missed", "speech", "false", "quiet", "found", "utterances"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.starts += other.starts
        self.ends += other.ends

    def row(self):
        def spread(values):
            return (round(float(np.median(values))), round(float(np.percentile(values, 95)))) if values else (None, None)

        return {
            "missedPercent": round(100 * self.missed / max(1, self.speech), 2),
            "falsePercent": round(100 * self.false / max(1, self.quiet), 2),
            "utterancesFound": self.found,
            "utterances": self.utterances,
            "startErrorMilliseconds": spread(self.starts),
            "endErrorMilliseconds": spread(self.ends),
        }


def show(condition, detector, row):
    start, end = row["startErrorMilliseconds"], row["endErrorMilliseconds"]
    print(
        f"{condition:20}{detector:14}{row['missedPercent']:8.1f}{row['falsePercent']:8.1f}{start[0] or 0:8}{start[1] or 0:7}{end[0] or 0:8}{end[1] or 0:7}"
        f"   {row['utterancesFound']}/{row['utterances']}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", type=pathlib.Path, help="folder with coffee-orders and noise")
    parser.add_argument("--brews", default=".build/release/brews", help="the built program")
    parser.add_argument("--half", choices=["tuning", "held-out"], default="held-out", help="clips of even number were tuned on, those of odd number not")
    parser.add_argument("--every", type=int, default=1, help="use every n-th clip of the half")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path, help="write all rows to this file")
    arguments, options = parser.parse_known_args()

    clips = sorted((arguments.recordings / "coffee-orders").glob("*.wav"))[1 if arguments.half == "held-out" else 0 :: 2][:: arguments.every]
    noises = {path.stem: read_wav(path) for path in sorted((arguments.recordings / "noise").glob("*.wav"))}
    session = silero_session()
    detectors = {"brews": lambda takes: by_brews(arguments.brews, takes, options), "silero": lambda takes: by_silero(takes, session)}
    for mode in range(4):
        detectors[f"webrtc {mode}"] = lambda takes, mode=mode: by_webrtc(takes, mode)
    random = np.random.default_rng(arguments.seed)
    clean = [read_wav(clip) for clip in clips]
    shift = int(SURROUNDING_SECONDS * RATE) // HOP
    truths = [[(start + shift, end + shift) for start, end in reference(samples)] for samples in clean]
    places = {name: [int(random.integers(len(noise))) for _ in clips] for name, noise in noises.items()}
    print(f"{len(clips)} clips ({arguments.half}), {len(noises)} noises, {sum(end - start for truth in truths for start, end in truth) / 100:.0f} s of speech in each condition")
    print(f"{'condition':20}{'detector':14}{'missed %':>8}{'false %':>8}{'start p50':>8}{'p95':>7}{'end p50':>8}{'p95':>7}   utterances found")
    rows = []
    for decibels in RATIOS:
        total = {name: Score() for name in detectors}
        for noise_name, noise in noises.items():
            takes = [mix(samples, noise, decibels, place) for samples, place in zip(clean, places[noise_name])]
            for name, detector in detectors.items():
                score = Score()
                for take, truth, segments in zip(takes, truths, detector(takes)):
                    score.add(truth, tidy(segments), len(take) // HOP)
                total[name].merge(score)
                rows.append({"noise": noise_name, "snr": decibels, "detector": name} | score.row())
        for name, score in total.items():
            rows.append({"noise": "all", "snr": decibels, "detector": name} | score.row())
            show(f"all {decibels} dB", name, score.row())
    for noise_name in noises:
        for row in rows:
            if row["noise"] == noise_name and row["detector"] in ("brews", "silero", "webrtc 3"):
                show(f"{noise_name} {row['snr']} dB", row["detector"], row)
    if arguments.json:
        arguments.json.write_text(json.dumps({"half": arguments.half, "clips": len(clips), "seed": arguments.seed, "options": options, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
