import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// Delay of a snapshot from the kiosk to the document.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct LatencyTests {
    /// Snapshots: a few, or the number in `BREWS_WEB_LATENCY`.
    private static let rounds = ProcessInfo.processInfo.environment["BREWS_WEB_LATENCY"].flatMap(Int.init) ?? 20

    @Test("Each snapshot becomes a card in the document; the delay is printed")
    func snapshotToCard() async throws {
        try await Site.with { site in
            try await Browser.with { browser in
                try await browser.resize(width: 1_080, height: 1_920)
                try await browser.open(site.address)
                try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
                try await browser.run(
                    """
                    window.cards = {};
                    new MutationObserver(() => {
                      const now = performance.timeOrigin + performance.now();
                      for (const card of document.querySelectorAll("#preview .card")) window.cards[card.dataset.key] \
                      ??= now;
                    }).observe(document.getElementById("preview"), {childList: true});
                    """)
                var told: [Int: Double] = [:]
                for round in 1...Self.rounds {
                    let item = try #require(
                        site.kiosk.item(
                            round, "latte", 1, [.init(group: "size", id: "large"), .init(group: "milk", id: "oat")]))
                    told[round] = Date().timeIntervalSince1970 * 1_000
                    let revision = site.kiosk.show { snapshot in
                        snapshot.screen = .ordering
                        snapshot.session = "s"
                        snapshot.microphone.state = .hearing
                        snapshot.transcript = .init(stable: "a large latte", volatile: "with oat milk")
                        snapshot.preview = [item]
                    }
                    try await browser.wait(
                        for: "document.documentElement.dataset.revision === arguments[0]", [String(revision)])
                }
                let seen: [String: Double] = try await browser.evaluate("return window.cards")
                let delays = told.compactMap { round, time in seen[String(round)].map { $0 - time } }.sorted()
                try #require(delays.count == Self.rounds)
                func percentile(_ share: Double) -> String {
                    String(format: "%.1f ms", delays[min(delays.count - 1, Int(Double(delays.count) * share))])
                }
                print(
                    """
                    snapshot to card, \(delays.count) times: p50 \(percentile(0.5)), p95 \(percentile(0.95)), \
                    p99 \(percentile(0.99)), most \(percentile(1))
                    """
                )
            }
        }
    }
}
