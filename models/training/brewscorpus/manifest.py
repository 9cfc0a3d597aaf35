"""A model's manifest, without which the product does not take it."""
import json
import pathlib
import subprocess

from . import paths, recordings


def describe(folder: pathlib.Path, engine: str, runtimeGraph: bool) -> None:
    """Writes a manifest without files when there is none yet; `scripts/seal-model` fills it in.

    engine: "vosk" or "whisper"; runtimeGraph: whether the decoder can make a graph of a grammar as it runs.
    """
    file = folder / "manifest.json"
    if not file.exists():
        about = {
            "name": folder.name, "version": "1", "engine": engine, "language": "en-US", "sampleRate": recordings.RATE,
            "runtimeGraph": runtimeGraph, "licence": "Apache-2.0", "files": [],
        }
        file.write_text(json.dumps(about, indent=2) + "\n")


def seal(folder: pathlib.Path, version: str) -> None:
    """Takes the files as they are now into the manifest. Throws CalledProcessError."""
    subprocess.run([paths.PROJECT / "scripts/seal-model", folder, version], check=True, capture_output=True)
