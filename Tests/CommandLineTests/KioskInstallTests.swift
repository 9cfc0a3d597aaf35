internal import Foundation
internal import TestSupport
internal import Testing

/// `brews kiosk` on a machine that was set up badly: how soon its page is there.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KioskInstallTests {
    @Test(
        "B1, I4: with a model that is missing or damaged the kiosk takes orders by touch within 3 s, and does not end")
    func brokenModel() async throws {
        let folder = try TemporaryFolder(), clock = ContinuousClock()
        var starts: [Duration] = []
        for model in ["no-such-model", folder.path("")] {
            let begun = clock.now
            let kiosk = try await KioskProcess(["--ephemeral", "--port", "0", "--model", model])
            starts.append(clock.now - begun)
            // The staff is told what is broken, guests that ordering goes by touch.
            let health = try await kiosk.health { $0.contains(model) }
            #expect(health.contains("\"canOrder\":true") && health.contains(#""name":"recognition""#))
            #expect(kiosk.stop() == 0)
        }
        #expect(starts.allSatisfy { $0 < .seconds(3) }, "\(starts)")
    }
}
