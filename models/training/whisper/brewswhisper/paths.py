"""Where things lie: the project's own files, the recordings, and the working folder."""
import os
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[4]
MENU = PROJECT / "Sources/Ordering/Menu/BuiltIn/cafe.json"
ALIGNER = PROJECT / "models/brews-en"
MODEL = PROJECT / "models/brews-whisper-en"
RECORDINGS = pathlib.Path(os.environ.get("BREWS_TRAINING_DIR", PROJECT.parent / "shared/training"))
WORK = pathlib.Path(os.environ.get("BREWS_WHISPER_WORK", PROJECT / ".build/whisper-training"))
