"""When each word of a clip is said, found by the bundled acoustic model: libvosk with the clip's own text as its grammar.

The times teach the encoder what it hears where, and the decoder where to listen; both would otherwise take far longer
to find out. Where libvosk does not give the text back, the times are estimated from the loudness and the words' lengths.
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


def loud(samples: numpy.ndarray) -> tuple[float, float]:
    """Begin and end, in seconds, of what is louder than 30 dB below the loudest 10 ms."""
    frames = samples[: len(samples) // 160 * 160].astype(numpy.float32).reshape(-1, 160)
    power = (frames**2).mean(axis=1)
    places = numpy.flatnonzero(power > power.max() / 1000)
    return float(places[0]) / 100, float(places[-1] + 1) / 100


def estimate(clip: corpus.Clip) -> list[tuple[float, float]]:
    """Begin and end of each word if every letter, and the space between two words, were equally long."""
    begin, end = loud(clip.samples)
    words = clip.text.split()
    letter = (end - begin) / max(1, len(clip.text))
    times = []
    for word in words:
        times.append((begin, begin + letter * len(word)))
        begin += letter * (len(word) + 1)
    return times


def align(clip: corpus.Clip) -> list[tuple[float, float]] | None:
    """Begin and end of each word in seconds; None when the text is not heard."""
    if " " not in clip.text and len(clip.samples) >= 160:
        return [loud(clip.samples)]  # a word alone needs no recogniser
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
    options.add_argument("--estimate", nargs="*", default=[], metavar="PART", help="estimate these parts' times only")
    chosen = options.parse_args()
    for name in ("café", "recorded"):
        file = paths.WORK / f"{name}.npz"
        if not file.exists():
            continue
        clips = corpus.load(file)
        if name in chosen.estimate:
            for clip in clips:
                clip.words = estimate(clip)
            corpus.save(clips, file)
            print(f"{name}: {len(clips)} estimated")
            continue
        aligned = 0
        with concurrent.futures.ProcessPoolExecutor(chosen.workers) as pool:
            for clip, words in zip(clips, pool.map(align, clips, chunksize=50)):
                clip.words = words or estimate(clip)
                aligned += words is not None
        corpus.save(clips, file)
        print(f"{name}: {aligned} of {len(clips)} aligned, the others estimated")


if __name__ == "__main__":
    main()
