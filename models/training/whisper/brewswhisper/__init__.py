"""Trains the small English model in whisper.cpp's format that comes with Brews."""
