// A spoken conversation in a few lines, over a script: Converse "my name is alice" "forty two point five"
// Live, the first line is: let voice = try await LiveVoiceIO()
import VoiceKit

let voice = ScriptedVoiceIO(Array(CommandLine.arguments.dropFirst()))
try await voice.ensureReady()
await voice.speak("Say your name after the beep.")
let heard = try await voice.listen(
    timeout: .seconds(8), inactivity: .seconds(2), record: true, context: .name(allowed: ["Alice", "Bob"]))
print(heard.transcript, "→", heard.name ?? "?", heard.recording == nil ? "not recorded" : "recorded")
await voice.speak("How many grams?")
print(try await voice.listen(context: .number).number?.text ?? "no number")
await voice.close()
