internal import EngineHost
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing
internal import WhisperEngine

/// The promises of `VoiceService` over the official Whisper models that are installed in the models folder
/// (`brews models fetch`), in this process and in a child.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct OfficialWhisperTests {
    /// Files of the installed models.
    private static let files: [String] = {
        let folder = ProcessInfo.processInfo.environment["BREWS_MODELS"] ?? Repository.models.path
        let models = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return models.filter { $0.hasPrefix("whisper-") }.sorted().compactMap { model in
            let parts = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + model)) ?? []
            return parts.first { $0.hasSuffix(".bin") }.map { "\(folder)/\(model)/\($0)" }
        }
    }()

    /// The recording is a synthetic voice, which need not be heard word for word. A slow model is decoded less often,
    /// so that only the smallest ones have stable words within 7 s on every machine.
    private static func checks(_ file: String) -> [RecognitionContractSuite.Check] {
        RecognitionContractSuite.Check.allCases.filter { $0 != .earlyStability || file.contains("tiny") }
    }

    private static let reason: Comment = "full scale, with official Whisper models in the models folder"

    @Test("the contract holds over official models", .enabled(if: Repository.isFullScale && !files.isEmpty, reason))
    func contract() async throws {
        for file in Self.files {
            let service = try WhisperVoiceService(model: WhisperModelDescription(file: file))
            let suite = RecognitionContractSuite(recording: try EngineCase.order.samples(), text: nil) {
                try await service.startListening(to: $0, vocabulary: nil)
            }
            let broken = await suite.violations(of: Self.checks(file))
            #expect(broken == [], "\(file)")
        }
    }

    @Test(
        "the contract holds over official models in a child process",
        .enabled(if: Repository.isFullScale && !files.isEmpty, reason))
    func isolated() async throws {
        for file in Self.files {
            let service = try Isolated.service("whisper:" + file)
            let suite = RecognitionContractSuite(recording: try EngineCase.order.samples(), text: nil) {
                try await service.startListening(to: $0, vocabulary: nil)
            }
            let broken = await suite.violations(of: Self.checks(file))
            #expect(broken == [], "\(file)")
        }
    }
}
