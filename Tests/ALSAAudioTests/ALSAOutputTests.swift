internal import ALSAAudio
internal import Foundation
internal import Speech
internal import Testing

/// Fault A11: without a sound card a prompt is an error with its reason, so that the caller can show the text instead.
@Suite(.timeLimit(.minutes(10)))
struct ALSAOutputTests {
    private static let beep = [Int16](repeating: 1_000, count: 800)

    /// The error of playing on a device; `nil` if it plays.
    private static func failure(_ device: String, sampleRate: Int = 16_000) async -> (any Error)? {
        do {
            try await ALSAOutput(device: device).play(beep, sampleRate: sampleRate)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a device that does not exist is an error with ALSA's code, its reason and the device's name",
        arguments: [
            "no-such-device", "hw:99,0", "plughw:CARD=Nowhere", "hw:", "", "default:CARD=99", "plug:no-such-device",
            "☕️", String(repeating: "x", count: 5_000),
        ])
    func missing(_ device: String) async throws {
        let error = try #require(await Self.failure(device) as? ALSAError)
        guard case .failed(let function, let named, let code, let message) = error else { return }
        #expect(function == "snd_pcm_open" && named == device && code < 0 && !message.isEmpty)
        #expect(error.reason == "\(message) (\(device))")
    }

    @Test(
        "the system's device without any card is an error too",
        .enabled(if: ALSADevices.cards().isEmpty, "this machine has a sound card"))
    func noCard() async throws {
        let error = try #require(await Self.failure("default") as? ALSAError)
        #expect(error.reason.hasSuffix("(default)"))
    }

    @Test("an empty clip plays on any device, because nothing is opened for it")
    func nothing() async throws { try await ALSAOutput(device: "no-such-device").play([], sampleRate: 16_000) }

    @Test("100 prompts without a sound card are 100 errors and no crash")
    func hundred() async {
        let output = ALSAOutput(device: "no-such-device")
        var errors = 0
        for _ in 0..<100 {
            do { try await output.play(Self.beep, sampleRate: 22_050) } catch { errors += error is ALSAError ? 1 : 0 }
        }
        #expect(errors == 100)
    }

    private static let hasConfiguration = FileManager.default.fileExists(atPath: "/usr/share/alsa/alsa.conf")

    @Test(
        "ALSA's null device takes samples at any rate of a voice",
        .enabled(if: hasConfiguration, "ALSA's configuration is not installed"),
        arguments: [8_000, 16_000, 22_050, 48_000])
    func plays(_ rate: Int) async { #expect(await Self.failure("null", sampleRate: rate) == nil) }

    @Test(
        "an invalid rate is an error", .enabled(if: hasConfiguration, "ALSA's configuration is not installed"),
        arguments: [0, -1, Int.max, Int.min])
    func noRate(_ rate: Int) async throws {
        let error = try #require(await Self.failure("null", sampleRate: rate) as? ALSAError)
        #expect(error.reason == "\(rate) Hz is no sample rate (null)")
    }
}
