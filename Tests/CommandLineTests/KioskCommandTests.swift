internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

/// `brews kiosk` as a whole: the program, its engines, its store, and the page in a real browser.
@Suite(.timeLimit(.minutes(10)))
struct KioskCommandTests {
    private static let noBrowser: Comment = "needs Debian's packages chromium and chromium-driver"

    private static func open(_ kiosk: KioskProcess, _ browser: Browser) async throws {
        try await browser.open(kiosk.address)
        try await browser.wait(for: "document.documentElement.dataset.revision !== undefined")
    }

    @Test(
        "A spoken guest wakes the kiosk, orders, hears the read-back, says yes; the page follows, the order is stored",
        .enabled(if: Browser.isAvailable, noBrowser))
    func spokenOrder() async throws {
        let folder = try TemporaryFolder()
        let guest = folder.path("guest.wav"), store = folder.path("orders.sqlite")
        try await SpokenGuest.write(to: guest)
        let leavings = try TemporaryFolder()
        try await Browser.with(arguments: Browser.calm, isFirst: true) { browser in
            // The recording begins when the kiosk does, so the browser is there first.
            let kiosk = try await KioskProcess(
                ["--input", guest, "--store", store, "--any-disk", "--port", "0"],
                environment: ["TMPDIR": leavings.path(""), "HOME": leavings.path("")])
            // J3: a core would hold what was heard.
            let limits = try String(contentsOfFile: "/proc/\(kiosk.identifier)/limits", encoding: .utf8)
            #expect(
                limits.split(separator: "\n").contains {
                    $0.hasPrefix("Max core file size") && $0.split(separator: " ").suffix(3).prefix(2) == ["0", "0"]
                })
            try await Self.open(kiosk, browser)
            try await browser.wait(for: "document.querySelectorAll('#preview .card, #cart .card, #cart li').length > 0")
            try await browser.wait(
                for: "document.getElementById('caption').innerText.includes('large iced latte with oat milk')")
            try await browser.wait(for: "document.getElementById('confirmation').offsetParent !== null")
            try await browser.wait(for: "document.getElementById('number').innerText.trim() === '1'")
            #expect(await kiosk.wait() == 0)
        }
        #expect(
            try Self.files(with: guest, among: [folder, leavings]) == [guest], "J1: what was heard is in no other file")
        let listed = try Brews.run(["orders", "list", "--json", "--store", store])
        #expect(listed.objects.count == 1)
        #expect(listed.objects.first?["total"] as? Int == 620)
        let events = folder.path("events.ndjson")
        let shown = try Brews.run(["orders", "show", "1", "--events", "--store", store])
        try Data(shown.output.utf8).write(to: URL(fileURLWithPath: events))
        let replayed = try Brews.run(["replay", events])
        #expect(replayed.code == 0, "\(replayed.output)\(replayed.errors)")
    }

    /// Files that hold a piece of a recording, searched for in 40 places where somebody speaks.
    private static func files(with recording: String, among folders: [TemporaryFolder]) throws -> [String] {
        let sound = try #require(FileManager.default.contents(atPath: recording)).dropFirst(44)
        let pieces = stride(from: 0, to: sound.count - 64, by: 64).map {
            sound[(sound.startIndex + $0)..<(sound.startIndex + $0 + 64)]
        }
        let spoken = pieces.filter { Set($0).count > 40 }
        let canaries = stride(from: 0, to: spoken.count, by: max(1, spoken.count / 40)).map { Data(spoken[$0]) }
        #expect(canaries.count >= 40)
        return folders.flatMap { folder in
            (FileManager.default.enumerator(atPath: folder.path(""))?.compactMap { $0 as? String } ?? []).map {
                folder.path($0)
            }
        }
        .filter { path in
            FileManager.default.contents(atPath: path).map { bytes in canaries.contains { bytes.range(of: $0) != nil } }
                ?? false
        }
    }

    @Test(
        "A guest corrects by voice and by hand, then leaves; the page counts down, nothing is kept or placed",
        .enabled(if: Browser.isAvailable, noBrowser))
    func correctedAndWiped() async throws {
        let folder = try TemporaryFolder()
        let guest = folder.path("guest.wav"), store = folder.path("orders.sqlite")
        try await SpokenGuest.write([(SpokenGuest.order, 2.5), ("no-wait-make-it-a-flat-white", 110)], to: guest)
        try await Browser.with(arguments: Browser.calm, isFirst: true) { browser in
            // Four times as fast as life: the wipe comes after 15 s.
            let kiosk = try await KioskProcess([
                "--input", guest, "--speed", "4", "--store", store, "--any-disk", "--port", "0",
            ])
            try await Self.open(kiosk, browser)
            try await browser.wait(for: "document.getElementById('cart').innerText.includes('Flat white')")
            try await browser.click("#correct")
            try await browser.wait(for: "document.getElementById('correction').open")
            try await browser.click("#keyboard .wide")
            let script =
                """
                for (const key of arguments[0]) [...document.querySelectorAll(key === ' ' ? '.key.widest' : '.key')]\
                .find((each) => key === ' ' || each.innerText === key).click()
                """
            try await browser.run(script, ["make it a cappuccino"])
            try await browser.click("#correction-send")
            try await browser.wait(for: "document.getElementById('cart').innerText.includes('Cappuccino')")
            try await browser.wait(for: "document.getElementById('idle').open")
            try await browser.wait(for: "document.documentElement.dataset.screen === 'welcome'")
            #expect(
                try await browser.evaluate(
                    "return /flat white|cappuccino/i.test(document.getElementById('cart').innerText)", as: Bool.self)
                    == false)
            #expect(kiosk.stop() == 0)
        }
        #expect(try Brews.run(["orders", "list", "--json", "--store", store]).objects.isEmpty)
    }

    @Test(
        "Touch alone orders in a real browser; SIGTERM ends the kiosk in order",
        .enabled(if: Browser.isAvailable, noBrowser))
    func touchOrder() async throws {
        let folder = try TemporaryFolder()
        let store = folder.path("orders.sqlite")
        let kiosk = try await KioskProcess(["--touch-only", "--store", store, "--any-disk", "--port", "0"])
        try await Browser.with(arguments: Browser.calm) { browser in
            try await browser.resize(width: 1_080, height: 1_920)
            try await Self.open(kiosk, browser)
            try await browser.click("#welcome-talk")
            try await browser.click("[data-item=latte]")
            try await browser.click("[data-group=size] [data-option=large]")
            try await browser.click("#sheet-add")
            try await browser.wait(for: "document.getElementById('total').innerText === '$5.25'")
            try await browser.click("#checkout")
            try await browser.click("#yes")
            try await browser.wait(for: "document.getElementById('number').innerText.trim() === '1'")
        }
        #expect(kiosk.stop() == 0)
        let listed = try Brews.run(["orders", "list", "--json", "--store", store])
        #expect(listed.objects.first?["total"] as? Int == 525)
    }

    @Test(
        "I1: the kiosk is killed in the middle of an order; the next one has the cart, and the page finds it by itself",
        .enabled(if: Browser.isAvailable, noBrowser))
    func killed() async throws {
        let folder = try TemporaryFolder()
        let store = folder.path("orders.sqlite")
        let first = try await KioskProcess(["--touch-only", "--store", store, "--any-disk", "--port", "0"])
        let port = try #require(URL(string: first.address)?.port)
        try await Browser.with(arguments: Browser.calm) { browser in
            try await Self.open(first, browser)
            try await browser.click("#welcome-talk")
            try await browser.click("[data-item=latte]")
            try await browser.click("[data-group=size] [data-option=large]")
            try await browser.click("#sheet-add")
            try await browser.wait(for: "document.getElementById('total').innerText === '$5.25'")
            first.kill()
            try await browser.wait(for: "!document.getElementById('away').hidden")
            let second = try await KioskProcess(["--touch-only", "--store", store, "--any-disk", "--port", "\(port)"])
            try await browser.wait(
                for: "document.getElementById('away').hidden && document.getElementById('total').innerText === '$5.25'")
            try await browser.click("#checkout")
            try await browser.click("#yes")
            try await browser.wait(for: "document.getElementById('number').innerText.trim() === '1'")
            #expect(second.stop() == 0)
        }
    }

    @Test(
        "E6: a menu file replaced during an order: the order keeps names and prices, the next guest gets the new ones",
        .enabled(if: Browser.isAvailable, noBrowser))
    func menuReplaced() async throws {
        let folder = try TemporaryFolder()
        let menu = folder.path("menu.json"), store = folder.path("orders.sqlite")
        try Data(MenuLoader.builtInFile).write(to: URL(fileURLWithPath: menu))
        let kiosk = try await KioskProcess([
            "--touch-only", "--menu", menu, "--store", store, "--any-disk", "--port", "0",
        ])
        func addLatte(_ browser: Browser, size: String = "large") async throws {
            try await browser.click("[data-item=latte]")
            try await browser.click("[data-group=size] [data-option=\(size)]")
            try await browser.click("#sheet-add")
        }
        try await Browser.with(arguments: Browser.calm) { browser in
            try await Self.open(kiosk, browser)
            try await browser.click("#welcome-talk")
            try await addLatte(browser)
            try await browser.wait(for: "document.getElementById('total').innerText === '$5.25'")
            // Another name, another price, an item less, and nothing written in place.
            let other = String(decoding: MenuLoader.builtInFile, as: UTF8.self).split(separator: "\n").filter {
                !$0.contains(#"{"id": "croissant""#)
            }
            .map {
                $0.contains(#"{"id": "latte""#)
                    ? $0.replacingOccurrences(of: "Latte", with: "Velvet").replacingOccurrences(of: "425", with: "525")
                    : String($0)
            }
            try Data(other.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: menu), options: .atomic)
            try await ContinuousClock().sleep(for: .seconds(3))
            try await addLatte(browser)
            try await browser.wait(for: "document.getElementById('total').innerText === '$10.50'")
            try await browser.click("#checkout")
            try await browser.click("#yes")
            try await browser.wait(for: "document.getElementById('number').innerText.trim() === '1'")
            // The next guest does not wait for the number's time to be over.
            try await browser.click("#moment-choices .primary")
            try await browser.wait(for: "document.querySelector('[data-item=latte]').textContent.includes('Velvet')")
            #expect(
                try await browser.evaluate(
                    "return document.querySelector('[data-item=croissant]') === null", as: Bool.self))
            try await browser.click("#welcome-talk")
            try await addLatte(browser)
            try await browser.wait(for: "document.getElementById('total').innerText === '$6.25'")
        }
        #expect(kiosk.stop() == 0)
        let orders = try Brews.run(["orders", "export", "--format", "json", "--store", store])
        #expect(orders.objects.count == 1)
        #expect(orders.objects.first?["total"] as? Int == 1_050)
        #expect(!orders.output.contains("Velvet"))
    }
}
