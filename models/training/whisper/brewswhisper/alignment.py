"""When each word of a clip is said, found by the bundled acoustic model: libvosk with the clip's own text as its grammar.

The times teach the encoder what it hears where, and the decoder where to listen; both would otherwise take far longer
to find out. Clips whose text libvosk does not give back are kept without times.
"""
import argparse
import concurrent.futures
import ctypes
import json

import numpy

from . import corpus, paths

LIBRARY = "libvosk.so"
_state: dict[str, object] = {}


def open_library() -> None:
    """Loads libvosk and the acoustic model, once a process."""
    vosk = ctypes.CDLL(LIBRARY)
    for name in ("vosk_model_new", "vosk_recognizer_new_grm"):
        getattr(vosk, name).restype = ctypes.c_void_p
    for name in ("vosk_recognizer_result", "vosk_recognizer_final_result"):
        getattr(vosk, name).restype = ctypes.c_char_p
        getattr(vosk, name).argtypes = [ctypes.c_void_p]
    vosk.vosk_recognizer_new_grm.argtypes = [ctypes.c_void_p, ctypes.c_float, ctypes.c_char_p]
    vosk.vosk_recognizer_set_words.argtypes = [ctypes.c_void_p, ctypes.c_int]
    vosk.vosk_recognizer_accept_waveform_s.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    vosk.vosk_recognizer_free.argtypes = [ctypes.c_void_p]
    vosk.vosk_set_log_level(-1)
    model = vosk.vosk_model_new(str(paths.ALIGNER).encode())
    if not model:
        raise OSError(f"{paths.ALIGNER} does not load")
    _state.update(vosk=vosk, model=model)


def align(clip: corpus.Clip) -> list[tuple[float, float]] | None:
    """Begin and end of each word in seconds; None when the text is not heard."""
    if not _state:
        open_library()
    vosk = _state["vosk"]
    recogniser = vosk.vosk_recognizer_new_grm(_state["model"], corpus.RATE, json.dumps([clip.text]).encode())
    if not recogniser:
        return None
    try:
        vosk.vosk_recognizer_set_words(recogniser, 1)
        # Silence at the end lets the last word come out.
        sound = numpy.concatenate([clip.samples, numpy.zeros(corpus.RATE // 2, dtype=numpy.int16)])
        results = []
        for begin in range(0, len(sound), corpus.RATE):
            part = numpy.ascontiguousarray(sound[begin : begin + corpus.RATE])
            if vosk.vosk_recognizer_accept_waveform_s(recogniser, part.ctypes.data, len(part)) == 1:
                results.append(json.loads(vosk.vosk_recognizer_result(recogniser)))
        results.append(json.loads(vosk.vosk_recognizer_final_result(recogniser)))
    finally:
        vosk.vosk_recognizer_free(recogniser)
    words = [word for result in results for word in result.get("result", [])]
    if [word["word"] for word in words] != clip.text.split():
        return None
    return [(word["start"], word["end"]) for word in words]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--workers", type=int, default=2)
    chosen = options.parse_args()
    for name in ("café", "recorded"):
        file = paths.WORK / f"{name}.npz"
        if not file.exists():
            continue
        clips = corpus.load(file)
        with concurrent.futures.ProcessPoolExecutor(chosen.workers) as pool:
            for clip, words in zip(clips, pool.map(align, clips, chunksize=50)):
                clip.words = words
        corpus.save(clips, file)
        print(f"{name}: {sum(clip.words is not None for clip in clips)} of {len(clips)} aligned")


if __name__ == "__main__":
    main()
