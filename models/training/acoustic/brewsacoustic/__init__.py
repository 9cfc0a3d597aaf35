"""Training of the bundled acoustic model `brews-en`."""
