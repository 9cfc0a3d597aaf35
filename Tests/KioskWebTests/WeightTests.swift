import Foundation
import KioskWeb
import TestSupport
import Testing

/// What the guest's page weighs.
struct WeightTests {
    /// Bytes of the guest's page without pictures.
    private static let most = 400_000

    @Test("The guest's page has 400 kB at most without its pictures", arguments: ["en", "de", "es", "fr"])
    func page(_ locale: String) async throws {
        try await Site.with({ $0.locale = locale }) { site in
            var sizes: [String: Int] = [:]
            var waiting = ["/", "/menu.json"]
            while let path = waiting.popLast() {
                guard sizes[path] == nil else { continue }
                let reply = try await site.get(path)
                #expect(reply.status == 200, "\(path)")
                sizes[path] = reply.body.count
                let text = reply.text
                waiting += text.matches(of: /(?:href|src)="(\/[a-z-]+\.[a-z]+)"/).map { String($0.1) }
                waiting += text.matches(of: /from "\.(\/[a-z-]+\.js)"/).map { String($0.1) }
            }
            #expect(sizes.count > 20, "\(sizes.keys.sorted())")
            let sum = sizes.values.reduce(0, +)
            print("the guest's page, \(locale): \(sum) bytes in \(sizes.count) files")
            #expect(sum <= Self.most)
        }
    }
}
