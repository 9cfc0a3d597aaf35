import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

/// Whether pictures delay the cards of an order.
@Suite(.enabled(if: BrowserTests.isPossible, BrowserTests.reason), .timeLimit(.minutes(10)))
struct PictureDelayTests {
    private static let pictures = 60
    private static let rounds = Repository.rounds(6, full: 40)
    /// The longest that an order's first card may take, p95, in ms.
    private static let bar = 100.0

    /// Milliseconds from a snapshot to its card, on pages that have just been opened.
    private static func delays(hasPictures: Bool, _ folder: String, _ browser: Browser) async throws -> [Double] {
        let menu = try MenuLoader.load(
            Array(NoisePicture.menuFile(pictures, hasPictures: hasPictures).utf8))
        return try await Site.with(menu: menu, { $0.pictureFolder = folder }) { site in
            var delays: [Double] = []
            for round in 1...rounds {
                site.kiosk.wipe()
                try await PageTests.open(site, browser)
                try await browser.run(
                    """
                    window.seen = null;
                    new MutationObserver(() => { if (document.querySelector("#preview .card")) \
                    window.seen ??= performance.timeOrigin + performance.now(); })
                      .observe(document.getElementById("preview"), {childList: true});
                    """)
                let item = try #require(site.kiosk.item(round, "i\(round)", 1, []))
                let told = Date().timeIntervalSince1970 * 1_000
                // The order's screen, on which the pictures of the menu begin to load, comes with the first card.
                site.kiosk.show { snapshot in
                    snapshot.screen = .ordering
                    snapshot.session = "s\(round)"
                    snapshot.microphone.state = .hearing
                    snapshot.preview = [item]
                }
                try await browser.wait(for: "window.seen !== null")
                delays.append(try await browser.evaluate("return window.seen") - told)
                if hasPictures {
                    // They are shown, and are what they are said to be.
                    try await browser.wait(
                        for: "[...document.querySelectorAll('.tile img')].some((each) => each.naturalWidth === 258)")
                }
            }
            return delays.sorted()
        }
    }

    @Test("Sixty pictures of 200 kB do not delay an order's first card")
    func firstCard() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<Self.pictures {
            let picture = NoisePicture.png(seed: UInt64(number))
            #expect((195_000...205_000).contains(picture.count))
            try picture.write(to: URL(fileURLWithPath: folder.path("p\(number).png")))
        }
        let (with, without) = try await Browser.with(arguments: Browser.calm) { browser in
            try await browser.resize(width: 1_080, height: 1_920)
            let without = try await Self.delays(hasPictures: false, folder.path(""), browser)
            return (try await Self.delays(hasPictures: true, folder.path(""), browser), without)
        }
        func p95(_ delays: [Double]) -> Double { delays[min(delays.count - 1, delays.count * 95 / 100)] }
        print(
            "an order's first card, \(Self.rounds) pages, p95: with \(Self.pictures) pictures "
                + "\(Int(p95(with))) ms, without \(Int(p95(without))) ms")
        #expect(with.count == Self.rounds && without.count == Self.rounds)
        if Repository.isFullScale { #expect(p95(with) <= Self.bar) }
    }
}
