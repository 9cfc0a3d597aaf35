"""Where the project's own files and the recordings lie."""
import os
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[3]
MENU = PROJECT / "Sources/Ordering/Menu/BuiltIn/cafe.json"
OTHER_MENUS = sorted(PROJECT.glob("Tests/**/menu.json"))
BENCHMARK_MENU = PROJECT / "benchmarks/menus/coffee-orders.json"
KEYWORDS = PROJECT / "Sources/OrderSession/Confirmation/Keywords/en.json"
LANGUAGE = PROJECT / "Sources/OrderParsing/Language/en.json"
RECORDINGS = pathlib.Path(os.environ.get("BREWS_TRAINING_DIR", PROJECT.parent / "shared/training"))
EVALUATION = pathlib.Path(os.environ.get("BREWS_EVAL_DIR", PROJECT.parent / "shared/eval"))
