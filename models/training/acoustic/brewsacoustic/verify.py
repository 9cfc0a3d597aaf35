"""Compares the exported model with PyTorch, number by number, and lets libvosk decode a sentence with it.

The comparison reads am/final.mdl back and computes what its description says, in NumPy and double precision.
"""
import argparse
import ctypes
import ctypes.util
import json
import pathlib
import random
import sys

import numpy
import torch

from brewscorpus import recordings, synthesis

from . import checkpoint, features, language, network, nnet3, paths

TOLERANCE = 1e-3  # of the largest score; the exported weights have 16 bits
SENTENCE = "can i get a large latte with oat milk please"
UNSAID = "i would like two small hot chocolates to go"


def difference(file: pathlib.Path, trained: checkpoint.Mean, frames: numpy.ndarray) -> tuple[float, float]:
    """Largest difference between both computations over all outputs of an utterance, and the largest output."""
    with torch.no_grad():
        wanted = trained(network.withContext(torch.from_numpy(frames))[:, None])[:, 0].numpy()
    moments = list(range(0, len(frames), network.STRIDE))
    found = nnet3.compute(nnet3.Reader(file.read_bytes()).model(), frames.astype(float), moments)
    return float(numpy.abs(found - wanted).max()), float(numpy.abs(wanted).max())


class Decoder:
    """A model loaded by libvosk; its own language model unless a grammar is given."""

    def __init__(self, folder: pathlib.Path) -> None:
        name = ctypes.util.find_library("vosk") or "libvosk.so"
        self.library = ctypes.CDLL(name)
        for function in ("vosk_model_new", "vosk_recognizer_new", "vosk_recognizer_new_grm"):
            getattr(self.library, function).restype = ctypes.c_void_p
        self.library.vosk_recognizer_final_result.restype = ctypes.c_char_p
        self.library.vosk_recognizer_result.restype = ctypes.c_char_p
        self.library.vosk_set_log_level(-1)
        self.model = ctypes.c_void_p(self.library.vosk_model_new(str(folder).encode()))
        if not self.model:
            raise OSError(f"libvosk does not load {folder}")

    def decode(self, samples: numpy.ndarray, grammar: list[str] | None = None) -> str:
        """The words heard. samples: 16 bit at 16 kHz, taken in pieces of 100 ms."""
        rate = ctypes.c_float(recordings.RATE)
        if grammar is None:
            recogniser = self.library.vosk_recognizer_new(self.model, rate)
        else:
            recogniser = self.library.vosk_recognizer_new_grm(self.model, rate, json.dumps(grammar).encode())
        recogniser = ctypes.c_void_p(recogniser)
        heard = []
        data = samples.astype("<i2").tobytes()
        for begin in range(0, len(data), 3200):
            piece = data[begin : begin + 3200]
            if self.library.vosk_recognizer_accept_waveform(recogniser, piece, len(piece)) == 1:
                heard.append(json.loads(self.library.vosk_recognizer_result(recogniser))["text"])
        heard.append(json.loads(self.library.vosk_recognizer_final_result(recogniser))["text"])
        self.library.vosk_recognizer_free(recogniser)
        return " ".join(" ".join(heard).split())


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--model", type=pathlib.Path, default=paths.WORK / "model")
    options.add_argument("--smoke", action="store_true", help="a network of a few steps, which need not hear the sentence")
    chosen = options.parse_args()
    _, _, sound = synthesis.said([SENTENCE], random.Random(1), workers=1)[0]
    frames = features.logMel(sound.astype(numpy.float32))
    apart, largest = difference(chosen.model / "am/final.mdl", checkpoint.Mean(), frames)
    print(f"largest difference {apart / largest:.2g} of the largest score, {largest:.2g}, over {-(-len(frames) // network.STRIDE)} frames of a sentence")
    decoder = Decoder(chosen.model)
    heard, chosenFrom = decoder.decode(sound), decoder.decode(sound, [SENTENCE, UNSAID, language.UNKNOWN])
    print(f"said:  {SENTENCE}\nheard: {heard}\nheard with a grammar: {chosenFrom}")
    if apart > TOLERANCE * largest:
        sys.exit("The exported model does not compute what was trained.")
    # A grammar's bigram may hear a word twice.
    if set(chosenFrom.split()) != set(SENTENCE.split()) and not chosen.smoke:
        sys.exit("The model does not hear which of two sentences was said: network and graph do not fit together.")


if __name__ == "__main__":
    main()
