"""Pronunciations: from the CMU dictionary, and by espeak-ng for words that it lacks."""
import functools
import pathlib
import re
import subprocess

import pocketsphinx

from . import phones

# Sounds of espeak-ng's American and British voices in the alphabet of the CMU dictionary; longest match first.
SOUNDS = {
    "tʃ": "CH", "dʒ": "JH", "aɪ": "AY", "aʊ": "AW", "ɔɪ": "OY", "eɪ": "EY", "oʊ": "OW", "əʊ": "OW", "ɜː": "ER", "ɑːɹ": "AA R",
    "ɔːɹ": "AO R", "iə": "IY AH", "əl": "AH L", "iː": "IY", "uː": "UW", "ɑː": "AA", "ɔː": "AO", "ɚ": "ER", "ɝ": "ER", "i": "IY",
    "u": "UW", "ɑ": "AA", "ɔ": "AO", "ɒ": "AA", "æ": "AE", "ʌ": "AH", "ə": "AH", "ɐ": "AH", "ɛ": "EH", "e": "EH", "ɪ": "IH",
    "ᵻ": "IH", "ʊ": "UH", "o": "OW", "a": "AE", "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", "ɡ": "G", "g": "G", "f": "F",
    "v": "V", "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʒ": "ZH", "h": "HH", "m": "M", "n": "N", "ŋ": "NG", "l": "L",
    "ɫ": "L", "ɹ": "R", "r": "R", "j": "Y", "w": "W", "ɾ": "T", "ʔ": "T", "x": "K",
}
SOUND = re.compile("|".join(sorted(SOUNDS, key=len, reverse=True)))


@functools.cache
def dictionary() -> dict[str, list[list[str]]]:
    """The CMU dictionary, as it comes with PocketSphinx: all pronunciations of each word, without stress."""
    found: dict[str, list[list[str]]] = {}
    for line in pathlib.Path(pocketsphinx.get_model_path("en-us/cmudict-en-us.dict")).read_text().splitlines():
        word, *sounds = line.split()
        found.setdefault(re.sub(r"\(\d+\)$", "", word), []).append(sounds)
    return found


@functools.cache
def spelled(word: str) -> list[str]:
    """How espeak-ng says a word; empty where it says nothing."""
    command = ["espeak-ng", "-q", "--ipa", "-v", "en-us", word]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    said = re.sub(r"[ˈˌ\u200d\s]", "", said)
    return [phone for sound in SOUND.findall(said) for phone in SOUNDS[sound].split()]


@functools.cache
def pronunciations(word: str) -> list[list[str]]:
    """The ways to say a word, in lower case; the unknown sound where there is none."""
    known = dictionary().get(word) or dictionary().get(word.strip("'"))
    if known:
        return known
    sounds = spelled(word.strip("'"))
    return [sounds] if sounds else [[phones.UNKNOWN]]
