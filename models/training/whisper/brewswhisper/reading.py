"""Greedy reading of clips in PyTorch by whisper.cpp's rules, and by whisper.cpp itself."""
import dataclasses
import math
import pathlib
import subprocess
import tempfile

import numpy
import torch

from . import examples, mel, network, paths, tokens

LONGEST = 60  # tokens; whisper.cpp goes on to 220


def positions(samples: int) -> int:
    """The encoder's positions for a clip: its own and a second of silence."""
    return min(samples // examples.POSITION + 50, 1500)


def greedy(model: network.Network, names: tokens.Tokens, sound: numpy.ndarray) -> tuple[list[int], list[float]]:
    """The likeliest token after each other, without timestamps, up to the end token, which is not returned.

    sound: 16 kHz, −1…1. Also returned: by how much each token, the end too, was likelier than the next best, as the difference of
    the logits.
    """
    end, space = model.compact(tokens.END), ord(" ")
    never = [model.compact(number) for number in tokens.SPECIAL if number != tokens.END]
    found = [model.compact(tokens.START), model.compact(tokens.NO_TIMESTAMPS)]
    begin, margins = len(found), list[float]()
    with torch.no_grad():
        heard = model.encoder(mel.spectrogram(sound, positions(len(sound)))[None])
        while len(found) < begin + LONGEST:
            logits = model.decoder(torch.tensor([found]), heard)[0][0, -1]
            logits[never] = -math.inf
            logits[names.count + len(tokens.SPECIAL) :] = -math.inf
            if len(found) == begin:  # what whisper.cpp calls suppressing blanks
                logits[[end, space]] = -math.inf
            (first, second), (best, _) = (two.tolist() for two in logits.topk(2))
            margins.append(first - second)
            if best == end:
                break
            found.append(best)
    return found[begin:], margins


@dataclasses.dataclass
class Reading:
    """What whisper.cpp made of a clip: its length and the processor time in seconds, the own tokens, the text."""

    seconds: float
    taken: float
    tokens: list[int]
    text: str


def whisper(file: pathlib.Path, sounds: list[numpy.ndarray], timestamps: bool = False) -> list[Reading]:
    """Reads clips with whisper.cpp on one thread. Throws CalledProcessError when it fails."""
    program = pathlib.Path(__file__).with_name("transcribe.c")
    with tempfile.TemporaryDirectory() as folder:
        built = f"{folder}/transcribe"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "whisper"], check=True, capture_output=True, text=True)
        path = subprocess.run(["pkg-config", "--variable=libdir", "whisper"], check=True, capture_output=True, text=True)
        link = [*flags.stdout.split(), f"-Wl,-rpath,{path.stdout.strip() or '/usr/local/lib'}"]
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", built, program, *link], check=True)
        for index, sound in enumerate(sounds):
            sound.astype("<f4").tofile(f"{folder}/{index}")
        list_ = "".join(f"{folder}/{index}\n" for index in range(len(sounds)))
        command = [built, str(file), str(int(timestamps))]
        output = subprocess.run(command, input=list_, check=True, capture_output=True, text=True, errors="replace").stdout
    readings = []
    for line in output.splitlines():
        seconds, taken, _, numbers, text = line.split("\t")
        own = [int(number) for number in numbers.split() if int(number) < tokens.END]
        readings.append(Reading(float(seconds), float(taken), own, text.strip()))
    if len(readings) != len(sounds):
        raise ValueError(f"{len(readings)} of {len(sounds)} clips read")
    return readings
