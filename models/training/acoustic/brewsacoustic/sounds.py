"""Makes a clip sound as it might have elsewhere: pace, room, band limit, noise, level, what comes before and after.

Half of the examples stay nearly clean, half are noisy: noise alone costs accuracy on clean speech, and the reverse.
Samples are numbers of 16-bit size (±32768) in single precision.
"""
import collections.abc
import functools

import numpy

RATE = 16_000
BLOCK = 2048  # the loudest block of this many samples is what a signal-to-noise ratio compares
PAUSES = 0.8, 1.6  # seconds at most before and after the speech: where a network knows no quiet, it hears a word more in it
PACES = 0.82, 0.88, 0.94, 1.0, 1.0, 1.06, 1.12, 1.18  # the slowest makes a child's voice a woman's, the fastest a man's
NOTES = 440 * 2 ** (numpy.arange(-33, 25) / 12)


def loudness(sound: numpy.ndarray) -> float:
    """Power of the loudest block."""
    count = len(sound) // BLOCK
    blocks = sound[: count * BLOCK].reshape(count, BLOCK) if count else sound[None]
    return float(numpy.einsum("ij,ij->i", blocks, blocks).max() / blocks.shape[1]) + 1e-3


def filtered(sound: numpy.ndarray, response: collections.abc.Callable[[numpy.ndarray], numpy.ndarray]) -> numpy.ndarray:
    """The sound with each frequency (Hz) multiplied by the response to it."""
    size = 1 << (len(sound) - 1).bit_length()
    spectrum = numpy.fft.rfft(sound, size)
    spectrum *= response(frequencies(size))
    return numpy.fft.irfft(spectrum, size)[: len(sound)].astype(numpy.float32)


@functools.cache
def frequencies(size: int) -> numpy.ndarray:
    return numpy.fft.rfftfreq(size, 1 / RATE).astype(numpy.float32)


class Studio:
    """Changes clips at random.

    random: the only source of chance; noises: 16-bit samples of noise recordings, may be empty; speech: gives any clip of
    speech, for babble.
    """

    def __init__(
        self, random: numpy.random.Generator, noises: list[numpy.ndarray],
        speech: collections.abc.Callable[[numpy.random.Generator], numpy.ndarray],
    ) -> None:
        self.random, self.noises, self.speech = random, noises, speech

    def pace(self, sound: numpy.ndarray) -> numpy.ndarray:
        """Plays a clip slower or faster, pitch and all: another speaker, nearly."""
        factor = self.random.choice(PACES)
        if factor == 1:
            return sound
        places = numpy.arange(0, len(sound) - 1, factor, dtype=numpy.float32)
        return numpy.interp(places, numpy.arange(len(sound), dtype=numpy.float32), sound).astype(numpy.float32)

    def room(self, sound: numpy.ndarray) -> numpy.ndarray:
        """The direct sound and a tail that dies away (60 dB in 0.1 to 0.6 s) with a few early echoes."""
        length = int(self.random.uniform(0.1, 0.6) * RATE)
        tail = self.random.standard_normal(length).astype(numpy.float32)
        tail *= numpy.exp(-6.9 * numpy.arange(length, dtype=numpy.float32) / length)
        tail[: int(self.random.uniform(0.001, 0.02) * RATE)] = 0
        for _ in range(self.random.integers(1, 5)):
            tail[self.random.integers(20, min(length, 800))] += self.random.normal(0, 4)
        tail *= self.random.uniform(0.1, 0.9) / numpy.sqrt(numpy.sum(tail**2))
        tail[0] = 1
        size = 1 << (len(sound) + length - 1).bit_length()
        wet = numpy.fft.irfft(numpy.fft.rfft(sound, size) * numpy.fft.rfft(tail, size), size)
        return wet[: len(sound)].astype(numpy.float32)

    def coloured(self, sound: numpy.ndarray) -> numpy.ndarray:
        """Cuts off the top, as codecs and telephones do, or tilts the spectrum as microphones do."""
        if self.random.random() < 0.4:
            top = self.random.uniform(3400, 7000)
            return filtered(sound, lambda hertz: (hertz < top).astype(numpy.float32))
        centre, slope = self.random.uniform(200, 3000), self.random.uniform(-0.5, 0.5)
        low = self.random.uniform(20, 250)
        return filtered(sound, lambda hertz: ((hertz + centre) / 2000) ** slope * hertz / (hertz + low))

    def cut(self, samples: numpy.ndarray, length: int) -> numpy.ndarray:
        """So many samples from anywhere in a recording, repeated where it is shorter."""
        if len(samples) <= length:
            return numpy.resize(numpy.roll(samples, -int(self.random.integers(len(samples)))), length)
        begin = self.random.integers(len(samples) - length)
        return samples[begin : begin + length]

    def recorded(self, length: int) -> numpy.ndarray:
        return self.cut(self.noises[self.random.integers(len(self.noises))], length).astype(numpy.float32)

    def babble(self, length: int) -> numpy.ndarray:
        """Three to eight people at once."""
        return sum(
            self.cut(self.speech(self.random), length) * numpy.float32(self.random.uniform(0.3, 1))
            for _ in range(self.random.integers(3, 9))
        )

    def hiss(self, length: int) -> numpy.ndarray:
        """Noise between white and brown, with or without a hum."""
        slope = self.random.uniform(0, 1.2)
        noise = filtered(
            self.random.standard_normal(length, dtype=numpy.float32), lambda hertz: (hertz + 20) ** -slope * (hertz > 0)
        )
        if self.random.random() < 0.3:
            hum = numpy.sin(2 * numpy.pi * self.random.choice((50, 60, 120, 700)) / RATE * numpy.arange(length)) ** 3
            noise += hum.astype(numpy.float32) * noise.std() * self.random.uniform(0.5, 3)
        return noise

    def music(self, length: int) -> numpy.ndarray:
        """Chords and a tune with overtones over a beat: nothing one would listen to."""
        result = numpy.zeros(length, numpy.float32)
        beat = int(self.random.uniform(0.25, 0.7) * RATE)
        times = numpy.arange(2 * beat, dtype=numpy.float32) / RATE
        for begin in range(0, length, beat):
            decay = numpy.exp(-times * self.random.uniform(1, 8))
            for note in self.random.choice(NOTES[:48], self.random.integers(1, 5)):
                for overtone in range(1, self.random.integers(2, 7)):
                    wave = numpy.sin(2 * numpy.pi * note * overtone * times) * decay / overtone
                    part = result[begin : begin + len(wave)]
                    part += wave[: len(part)]
            if self.random.random() < 0.6:
                drum = self.random.standard_normal(beat // 4, dtype=numpy.float32)
                drum *= numpy.linspace(1, 0, len(drum), dtype=numpy.float32) ** 3 * self.random.uniform(0.2, 2)
                part = result[begin : begin + len(drum)]
                part += drum[: len(part)]
        return result

    def noise(self, length: int, hasBabble: bool) -> numpy.ndarray:
        """Something to be heard besides speech.

        hasBabble: whether it may be other people's speech.
        """
        kind = self.random.random()
        if hasBabble and kind < 0.22:
            return self.babble(length)
        if self.noises and kind < 0.74:
            noise = self.recorded(length)
            return noise + self.recorded(length) * numpy.float32(self.random.uniform(0.2, 1)) if kind > 0.64 else noise
        return self.hiss(length) if kind < 0.88 else self.music(length)

    def level(self, sound: numpy.ndarray) -> numpy.ndarray:
        """As 16-bit samples of a random level, without clipping."""
        wanted = 32768 * 10 ** (self.random.uniform(-45, -12) / 20)
        sound = sound * (wanted / max(1.0, numpy.sqrt(float(numpy.mean(sound**2)))))
        peak = numpy.abs(sound).max()
        return numpy.round(sound * min(1.0, 32000 / max(1.0, peak))).astype(numpy.float32)

    def change(self, samples: numpy.ndarray) -> numpy.ndarray:
        """A clip of speech as it might have been recorded in a café, at 16-bit size."""
        chance = self.random.random
        sound = self.pace(samples.astype(numpy.float32))
        before, behind = (int(self.random.uniform(0, longest) * RATE) if chance() < 0.6 else 0 for longest in PAUSES)
        sound = numpy.concatenate([numpy.zeros(before, numpy.float32), sound, numpy.zeros(behind, numpy.float32)])
        isNoisy = chance() < 0.5
        if chance() < 0.45:
            sound = self.room(sound)
        if isNoisy:
            decibels = self.random.uniform(-1, 20)
        else:
            # Perfect silence around one clip in six; elsewhere at least the quiet of a room.
            decibels = self.random.uniform(25, 60) if chance() < 0.66 else None
        if decibels is not None:
            noise = self.noise(len(sound), hasBabble=isNoisy)
            sound = sound + noise * numpy.float32(numpy.sqrt(loudness(sound) / (loudness(noise) * 10 ** (decibels / 10))))
        if chance() < 0.3:
            sound = self.coloured(sound)
        return self.level(sound)

    def nothing(self, seconds: float) -> numpy.ndarray:
        """A stretch in which nobody speaks to the kiosk, at 16-bit size."""
        length = int(seconds * RATE)
        if self.random.random() < 0.04:
            return numpy.zeros(length, numpy.float32)
        sound = self.noise(length, hasBabble=False)
        if self.random.random() < 0.3:
            sound = self.coloured(sound)
        return self.level(sound)
