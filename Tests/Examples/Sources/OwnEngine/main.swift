// An engine of one's own, held to the recognition contract.
import VoiceServiceContract

let beeps = (0..<16_000).map { sample in sample % 40 < 20 ? Int16(12_000) : -12_000 }
let suite = RecognitionContractSuite(recording: beeps, text: nil) { input in
    try await BeepEngine().startListening(to: input, vocabulary: nil)
}
let violations = await suite.violations()
print(violations.isEmpty ? "The engine keeps the contract." : violations.joined(separator: "\n"))
