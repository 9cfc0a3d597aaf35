// A text in, a WAV file out: Speak "Your latte is ready." ready.wav
import AudioFiles
import Speech
import SpeechSynthesis

let voice = try EspeakSynthesizer(settings: TTSVoiceProfile(voice: "en-us", rate: 150))
let speech = try await voice.synthesize(CommandLine.arguments[1])
try WaveFile.write(speech.samples, sampleRate: speech.sampleRate, to: CommandLine.arguments[2])
print(speech.seconds, "s at", speech.sampleRate, "Hz")
