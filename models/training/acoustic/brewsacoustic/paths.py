"""Where things lie: the model, and the working folder."""
import os
import pathlib

from brewscorpus.paths import BENCHMARK_MENU, EVALUATION, KEYWORDS, LANGUAGE, MENU, OTHER_MENUS, PROJECT, RECORDINGS

__all__ = ["BENCHMARK_MENU", "EVALUATION", "KEYWORDS", "LANGUAGE", "MENU", "MODEL", "OTHER_MENUS", "PROJECT", "RECORDINGS", "WORK"]

MODEL = PROJECT / "models/brews-en"
WORK = pathlib.Path(os.environ.get("BREWS_ACOUSTIC_WORK", PROJECT / ".build/acoustic-training"))
