"""Café sentences spoken by flite's and espeak-ng's voices."""
import concurrent.futures
import pathlib
import random
import subprocess
import tempfile

import numpy
import soundfile

from . import sentences

FLITE = ("slt", "rms", "awb", "kal16")
ESPEAK = (
    "en-us", "en-us+m3", "en-us+m7", "en-us+f2", "en-us+f4", "en-us+Andy", "en-us+klatt2", "en-gb", "en-gb+f3",
    "en-gb-scotland", "en-gb-x-rp",
)
RATE = 16_000


def speak(job: tuple[str, str, float, int]) -> numpy.ndarray:
    """The sound of a sentence.

    job: the text; the voice, "flite:NAME" or "espeak:NAME"; the stretch in time (1 = the voice's own pace); the pitch,
         0…99, of espeak-ng. Returns 16-bit samples at 16 kHz. Throws CalledProcessError when a program fails.
    """
    text, voice, stretch, pitch = job
    program, name = voice.split(":")
    with tempfile.TemporaryDirectory() as folder:
        raw, sound = pathlib.Path(folder, "raw.wav"), pathlib.Path(folder, "sound.wav")
        if program == "flite":
            command = ["flite", "-voice", name, "--setf", f"duration_stretch={stretch}", "-t", text, "-o", str(raw)]
        else:
            command = ["espeak-ng", "-v", name, "-s", str(round(165 / stretch)), "-p", str(pitch), "-w", str(raw), text]
        subprocess.run(command, check=True, capture_output=True)
        subprocess.run(["sox", "-q", raw, "-r", str(RATE), "-c", "1", "-b", "16", sound], check=True, capture_output=True)
        return soundfile.read(sound, dtype="int16")[0]


def café(count: int, seed: int, workers: int) -> list[tuple[str, str, numpy.ndarray]]:
    """Spoken sentences, none twice: text, voice, samples.

    count: how many sentences; seed: of the sentences, voices, paces; workers: programs running at a time.
    """
    chance = random.Random(seed)
    writer = sentences.Café(chance)
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[writer.sentence()] = None
    voices = [f"flite:{name}" for name in FLITE] * 3 + [f"espeak:{name}" for name in ESPEAK]
    jobs = [(text, chance.choice(voices), chance.uniform(0.85, 1.15), chance.randint(30, 70)) for text in texts]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        sounds = list(pool.map(speak, jobs))
    return [(text, voice, sound) for (text, voice, _, _), sound in zip(jobs, sounds)]
