"""Makes each clip sound different every time it is heard: pace, level, noise, band limit, pauses, masks."""
import numpy
import torch

RATE = 16_000
Words = list[tuple[float, float]] | None


class Studio:
    """Changes clips at random.

    random: the only source of chance; noises: 16-bit samples of each noise recording, may be empty.
    """

    def __init__(self, random: numpy.random.Generator, noises: list[numpy.ndarray]) -> None:
        self.random = random
        self.noises = noises

    def pace(self, sound: numpy.ndarray, words: Words) -> tuple[numpy.ndarray, Words]:
        """Plays a clip 8 % slower to 8 % faster, pitch and all."""
        factor = self.random.uniform(0.92, 1.08)
        places = numpy.arange(0, len(sound) - 1, factor)
        faster = numpy.interp(places, numpy.arange(len(sound)), sound)
        return faster, words and [(begin / factor, end / factor) for begin, end in words]

    def noise(self, length: int) -> numpy.ndarray:
        """A stretch of noise: a recording, white noise, or a hum."""
        if self.noises and self.random.random() < 0.8:
            recording = self.noises[self.random.integers(len(self.noises))]
            begin = self.random.integers(max(1, len(recording) - length))
            return numpy.resize(recording[begin : begin + length], length) / 32768
        if self.random.random() < 0.5:
            return self.random.normal(0, 0.05, length)
        return 0.05 * numpy.sin(2 * numpy.pi * self.random.uniform(50, 1000) / RATE * numpy.arange(length))

    def mix(self, sound: numpy.ndarray, decibels: float) -> numpy.ndarray:
        """Adds noise; decibels: power of the clip over that of the noise."""
        noise = self.noise(len(sound))
        power = numpy.mean(sound**2) / max(numpy.mean(noise**2), 1e-12)
        return sound + noise * numpy.sqrt(power / 10 ** (decibels / 10))

    def limited(self, sound: numpy.ndarray) -> numpy.ndarray:
        """Cuts off all above 3.4 to 6 kHz, as telephones and codecs do."""
        spectrum = numpy.fft.rfft(sound)
        spectrum[int(self.random.uniform(3400, 6000) / (RATE / 2) * len(spectrum)) :] = 0
        return numpy.fft.irfft(spectrum, len(sound))

    def change(self, samples: numpy.ndarray, words: Words) -> tuple[numpy.ndarray, Words]:
        """A clip as it might have been recorded elsewhere, with the times of its words.

        samples: 16 bit at 16 kHz. Returns samples in −1…1.
        """
        sound = samples / 32768
        if self.random.random() < 0.5:
            sound, words = self.pace(sound, words)
        if self.random.random() < 0.7:
            pause = self.random.uniform(0, 0.6)
            sound = numpy.concatenate([numpy.zeros(int(pause * RATE)), sound])
            words = words and [(begin + pause, end + pause) for begin, end in words]
        if self.random.random() < 0.2:
            sound = self.limited(sound)
        sound = sound * (10 ** (self.random.uniform(-25, -1) / 20) / max(numpy.abs(sound).max(), 1e-3))
        if self.random.random() < 0.5:
            sound = self.mix(sound, self.random.uniform(5, 25))
        return sound.clip(-1, 1), words

    def nothing(self, seconds: float) -> numpy.ndarray:
        """A stretch in which nobody speaks; sometimes digital silence."""
        length = int(seconds * RATE)
        if self.random.random() < 0.3:
            return numpy.zeros(length)
        noise = self.noise(length)
        return noise * (10 ** (self.random.uniform(-60, -10) / 20) / max(numpy.abs(noise).max(), 1e-6))

    def masked(self, spectrogram: torch.Tensor) -> torch.Tensor:
        """Hides two stretches of bands and two of time (SpecAugment, Park et al. 2019)."""
        bands, frames = spectrogram.shape
        for size, widest in ((bands, 12), (frames, 24)):
            for _ in range(2):
                width = int(self.random.integers(widest))
                begin = int(self.random.integers(max(1, size - width)))
                part = (slice(begin, begin + width), slice(None))
                spectrogram[part if size == bands else part[::-1]] = spectrogram.mean()
        return spectrogram
