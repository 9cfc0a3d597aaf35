"""Writes what the wake word's own features and network are compared with: `Tests/WakeWordTests/Fixtures/reference.json`.

The sound is made of whole numbers only, so that the test makes the same samples.
"""
import argparse
import json
import pathlib

import numpy

from . import clip, features, network, nnet3, paths

FIXTURE = paths.PROJECT / "Tests/WakeWordTests/Fixtures/reference.json"
FEATURE_FRAMES, SCORE_FRAMES = (0, 1, 37, 60, 97), (0, 1, 7, 15, 20, 32)


def rounded(rows: numpy.ndarray, chosen: tuple[int, ...]) -> list[list[float]]:
    return [[round(float(value), 4) for value in rows[index]] for index in chosen]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--file", type=pathlib.Path, default=FIXTURE)
    chosen = options.parse_args()
    frames = features.logMel(clip.samples().astype(numpy.float32))
    # In double precision, by what the file's description says; `verify` compares this computation with PyTorch's.
    model = nnet3.Reader((paths.MODEL / "am/final.mdl").read_bytes()).model()
    scores = nnet3.compute(model, frames.astype(float), list(range(0, len(frames), network.STRIDE)))
    source = "kaldi-native-fbank 1.23.0 and a NumPy forward pass over am/final.mdl; clip: integer synthesis as in AcousticReferenceTests"
    fixture = {
        "source": source, "features": rounded(frames, FEATURE_FRAMES), "featureFrames": FEATURE_FRAMES,
        "scores": rounded(scores, SCORE_FRAMES), "scoreFrames": SCORE_FRAMES,
    }
    chosen.file.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
