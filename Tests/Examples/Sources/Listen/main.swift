// Voice activity and the wake phrase in a recording: Listen guest.wav
import AudioFiles
import ModelCatalogue
import Speech
import SpeechAssembly
import VoiceActivity
import WakeWord

let path = CommandLine.arguments[1]
var detector = try EnergyVoiceActivityDetector()
let recording = try RecordedAudio.open(path: path)
while let frame = try await recording.nextFrame() {
    for change in detector.process(frame) {
        print(change.result.speechDetected ? "speech from" : "speech to", change.result.timestamp.seconds)
    }
}
for end in detector.finish() { print("speech to", end.result.timestamp.seconds) }
let model = try VerifiedModel(bundled: ModelCatalogue.defaultModel)
let spotter = try await WakeWordSpotter(phrase: "hey brews", model: model)
for try await detection in spotter.detections(in: try RecordedAudio.open(path: path)) {
    print("wake phrase to", detection.span.end.seconds, "score", detection.score)
}
