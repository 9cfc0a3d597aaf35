"""Where things lie: the project's own files, the recordings, and the working folder."""
import os
import pathlib

from brewscorpus.paths import EVALUATION, PROJECT, RECORDINGS

__all__ = ["ALIGNER", "EVALUATION", "MODEL", "PROJECT", "RECORDINGS", "WORK"]

ALIGNER = PROJECT / "models/brews-en"
MODEL = PROJECT / "models/brews-whisper-en"
WORK = pathlib.Path(os.environ.get("BREWS_WHISPER_WORK", PROJECT / ".build/whisper-training"))
