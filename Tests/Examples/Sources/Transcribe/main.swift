// A recording in, words that may change and words that will not out: Transcribe guest.wav
import AudioFiles
import ModelCatalogue
import Speech
import SpeechAssembly
import VoskEngine

let recogniser = try VoskVoiceService(bundled: ModelCatalogue.defaultModel)
let recording = try RecordedAudio.open(path: CommandLine.arguments[1])
for try await result in try await recogniser.startListening(to: recording, vocabulary: nil) {
    print(result.isVolatile ? "volatile" : "stable", result.span.end.seconds, result.text)
}
