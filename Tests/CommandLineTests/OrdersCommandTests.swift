internal import BrewsCLI
internal import Foundation
internal import Ordering
internal import SQLiteOrderStore
internal import TestSupport
internal import Testing

/// `brews orders` on a store that a kiosk has made, and may still be writing to.
@Suite(.timeLimit(.minutes(10)))
struct OrdersCommandTests {
    /// Orders of two days, the second of them today.
    private final class Kiosk {
        let folder: TemporaryFolder
        let path: String
        let store: SQLiteOrderStore
        let orders: [NewOrder]

        init() async throws {
            folder = try TemporaryFolder()
            path = folder.path("state/orders.sqlite")
            func line(_ name: String, options: [StoredLine.Option] = []) -> StoredLine {
                StoredLine(
                    itemId: "latte", name: name, quantity: 2, options: options, unitPrice: Money(minorUnits: 525))
            }
            let syrup = StoredLine.Option(group: "syrup", id: "vanilla", name: "Vanilla", amount: .light, count: 2)
            let lines = [
                [line("Latte", options: [syrup])], [line("=HYPERLINK(\"http://x\")"), line("Tea, \"green\"\nhot")],
                [line("Latte")],
            ]
            orders = lines.enumerated().map { number, lines in
                NewOrder(
                    id: UUID().uuidString, session: "session \(number)", lines: lines,
                    total: Money(minorUnits: 1_050 * lines.count), currency: "USD",
                    menuDigest: "digest")
            }
            var settings = StoreSettings(.file(path))
            settings.acceptsAnyFileSystem = true
            settings.reserveBytes = 0
            var clock = StoreLocation.clock
            let wall = clock.wall, isLate = folder.path("late")
            clock.wall = {
                var time = wall()
                if !FileManager.default.fileExists(atPath: isLate) { time.epochMilliseconds -= 40 * 86_400_000 }
                time.isTrusted = true
                return time
            }
            store = try await SQLiteOrderStore.open(settings, clock: clock)
            for (number, order) in orders.enumerated() {
                if number == 1 { try Data().write(to: URL(fileURLWithPath: isLate)) }
                try await store.record(event: #"{"kind":"heard","number":\#(number)}"#, session: order.session)
                _ = try await store.place(order)
                try await store.end(
                    session: order.session, reason: "completed",
                    figures: ["touches": number - 1 < 0 ? 3 : 0, "corrections": 1, "milliseconds": 30_000])
            }
        }

        func run(_ words: String...) throws -> Brews { try Brews.run(["orders"] + words + ["--store", path]) }
    }

    @Test("orders are listed, shown and counted while the kiosk runs")
    func listing() async throws {
        let kiosk = try await Kiosk()
        let list = try kiosk.run("list", "--json")
        #expect(list.code == 0, "\(list.errors)")
        #expect(
            list.objects.map { $0["id"] as? String } == kiosk.orders.map(\.id)
                && list.objects.map { $0["sequence"] as? Int } == [1, 2, 3])
        let first = try #require(list.objects.first)
        for key in [
            "sequence", "id", "number", "day", "placedAt", "clockTrusted", "session", "start", "boot", "items", "total",
            "currency", "menuDigest",
        ] {
            #expect(first[key] != nil, "no \(key)")
        }
        let option = try #require(((first["items"] as? [[String: Any]])?.first?["options"] as? [[String: Any]])?.first)
        #expect(
            option["group"] as? String == "syrup" && option["amount"] as? String == "light"
                && option["count"] as? Int == 2)
        let today = try kiosk.run("list", "--today")
        #expect(today.code == 0 && today.output.split(separator: "\n").count == 3, "\(today.output)")
        #expect(
            today.output.contains(
                "2 orders for $31.50 in 2 sessions; 2 without a touch; 0 re-asks, 2 corrections; 30.0 s per order"),
            "\(today.output)")
        #expect(try kiosk.run("list", "--since", "2999-01-01", "--json").objects.isEmpty)
        let show = try kiosk.run("show", kiosk.orders[0].id)
        #expect(
            show.code == 0 && show.output.contains("2 × Latte") && show.output.contains("Vanilla (light, 2)")
                && show.output.contains("$10.50"), "\(show.output)")
        let events = try kiosk.run("show", kiosk.orders[2].id, "--events")
        #expect(events.objects.map { $0["number"] as? Int } == [2])
        let figures = try kiosk.run("figures", "--since", "2000-01-01", "--json")
        #expect(
            figures.objects.first?["orders"] as? Int == 3
                && (figures.objects.first?["totals"] as? [String: Int]) == ["USD": 4_200], "\(figures.output)")
        await kiosk.store.close()
    }

    @Test("the export is a table with the documented columns, in which nothing is a formula")
    func export() async throws {
        let kiosk = try await Kiosk()
        let file = kiosk.folder.path("till.csv")
        let run = try kiosk.run("export", "--format", "csv", "-o", file)
        #expect(run.code == 0 && run.output.isEmpty, "\(run.errors)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let rows = text.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        #expect(rows.count == 5)
        #expect(
            rows.first
                == """
                sequence,order_id,day,number,placed_at,clock_trusted,line,item_id,item_name,quantity,options,\
                unit_price,line_total,order_total,currency,menu_digest,avoids,mark,service,guest_name,\
                order_tax,order_tip
                """
        )
        #expect(rows[1].contains(",1,latte,Latte,2,syrup:vanilla=light*2,525,1050,1050,USD,digest"))
        #expect(rows[2].contains(#",1,latte,"'=HYPERLINK(""http://x"")",2,,525,1050,2100,"#))
        #expect(rows[3].contains(#",2,latte,"Tea, ""green"" hot",2,,"#))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber == 0o600)
        let json = try kiosk.run("export", "--format", "json", "--today")
        #expect(json.objects.map { $0["id"] as? String } == kiosk.orders.dropFirst().map(\.id))
        let refused = try kiosk.run("export", "-o", kiosk.folder.path("none/till.csv"))
        #expect(refused.code == 3 && refused.errors.contains("No such file or directory"))
        await kiosk.store.close()
    }

    @Test("orders of several kiosks are merged by time, each once, with the kiosk's name")
    func severalKiosks() async throws {
        let (bar, terrace) = (try await Kiosk(), try await Kiosk())
        await bar.store.close()
        await terrace.store.close()
        let copy = bar.folder.path("bar.sqlite"), other = bar.folder.path("terrace.sqlite")
        try FileManager.default.copyItem(atPath: bar.path, toPath: copy)
        try FileManager.default.copyItem(atPath: terrace.path, toPath: other)
        let run = try Brews.run(
            ["orders", "export", "--format", "json", "--store", copy, "--store", other, "--store", bar.path])
        #expect(run.code == 0, "\(run.errors)")
        let kiosks = run.objects.compactMap { $0["kiosk"] as? String }
        #expect(kiosks.count == 6 && kiosks.filter { $0 == "bar" }.count == 3, "\(kiosks)")
        let ids = run.objects.compactMap { $0["id"] as? String }
        #expect(Set(ids) == Set((bar.orders + terrace.orders).map(\.id)) && Set(ids).count == ids.count)
        let times = run.objects.compactMap { $0["placedAt"] as? String }
        #expect(times == times.sorted())
        let csv = try Brews.run(["orders", "export", "--store", copy, "--store", other])
        let rows = csv.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        #expect(rows.count == 9 && rows[0].hasSuffix(",kiosk"))
        #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(",bar") || $0.hasSuffix(",terrace") })
        let single = try Brews.run(["orders", "export", "--format", "json", "--store", copy])
        #expect(single.objects.count == 3 && single.objects.allSatisfy { $0["kiosk"] == nil })
        #expect(try Brews.run(["orders", "export", "--store", copy, "--store", copy]).code == 2)
        #expect(try Brews.run(["orders", "export", "--store", copy, "--store", "/nonexist"]).code == 6)
    }

    @Test(
        "a spreadsheet's tables have its language's separator and decimal sign, and add up to the day's figures",
        arguments: [("de", ";", ",", "zeilen"), ("en-US", ",", ".", "lines"), ("fr", ";", ",", "lignes")])
    func spreadsheet(_ locale: String, _ separator: String, _ point: String, _ name: String) async throws {
        let kiosk = try await Kiosk()
        try await kiosk.store.mark(.refunded, order: kiosk.orders[2].id)
        let file = kiosk.folder.path("sold.csv")
        let run = try kiosk.run("export", "--format", "spreadsheet", "--locale", locale, "-o", file)
        #expect(run.code == 0 && run.errors.contains("sold-\(name).csv"), "\(run.errors)")
        func table(_ path: String) throws -> [[String]] {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(data.prefix(3) == Data([0xEF, 0xBB, 0xBF]))
            return String(decoding: data.dropFirst(3), as: UTF8.self).components(separatedBy: "\r\n").filter {
                !$0.isEmpty
            }.map {
                $0.components(separatedBy: separator)
            }
        }
        let orders = try table(file), lines = try table(kiosk.folder.path("sold-\(name).csv"))
        #expect(orders.count == 4 && orders.allSatisfy { $0.count == 12 })
        #expect(orders.dropFirst().map { $0[4] } == ["10\(point)50", "21\(point)00", "10\(point)50"])
        #expect(orders.dropFirst().map { $0[5] } == ["10\(point)50", "21\(point)00", "0\(point)00"])
        #expect(lines.count == 5 && lines[1].contains("10\(point)50"))
        let isFormula = lines.contains { row in row.contains { $0.hasPrefix("=") } }
        #expect(!isFormula)
        // 42.00 less the refunded order.
        let figures = try kiosk.run("figures", "--since", "2000-01-01", "--json").objects.first
        #expect((figures?["totals"] as? [String: Int])?["USD"] == 3_150)
        let missing = try kiosk.run("export", "--format", "spreadsheet")
        #expect(missing.code == 2 && missing.errors.contains("-o FILE.csv"))
        await kiosk.store.close()
    }

    @Test("an order is marked once the kiosk has stopped; until then its staff page does it")
    func mark() async throws {
        let kiosk = try await Kiosk()
        let number = try kiosk.run("list", "--json").objects.first?["number"] as? Int ?? 0
        let early = try kiosk.run("mark", kiosk.orders[0].id, "void")
        #expect(early.code == 6 && early.errors.contains("in use by process"), "\(early.errors)")
        await kiosk.store.close()
        let run = try kiosk.run("mark", kiosk.orders[0].id, "void")
        #expect(run.code == 0 && run.errors.contains("order \(number)"), "\(run.errors)")
        #expect(try kiosk.run("list", "--json").objects.map { $0["mark"] as? String } == ["void", nil, nil])
        #expect(try kiosk.run("mark", kiosk.orders[0].id, "eaten").code == 2)
        #expect(try kiosk.run("mark", "nothing", "paid").code == 3)
    }

    @Test("purging waits for the kiosk to stop, and then removes what is old")
    func purge() async throws {
        let kiosk = try await Kiosk()
        let early = try kiosk.run("purge", "--days", "30")
        #expect(early.code == 6 && early.errors.contains("in use by process"), "\(early.errors)")
        await kiosk.store.close()
        let run = try kiosk.run("purge", "--days", "30")
        #expect(
            run.code == 0 && run.output == "removed 1 order, 1 session and 0 damaged stores older than 30 days\n",
            "\(run.output)\(run.errors)")
        #expect(
            try kiosk.run("list", "--json").objects.map { $0["id"] as? String } == kiosk.orders.dropFirst().map(\.id))
    }

    @Test("what is wrong is a sentence and an exit code")
    func errors() async throws {
        let folder = try TemporaryFolder()
        try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.path("text")))
        let table: [(words: [String], code: Int32, says: String)] = [
            (["list", "--store", folder.path("none")], 6, "there is no store"),
            (["list", "--store", folder.path("text")], 6, "is no order store"),
            (["purge", "--days", "30", "--store", folder.path("none")], 6, "there is no store"),
            (["purge", "--store", folder.path("none")], 2, "needs --days"),
            (["purge", "--days", "0"], 2, "--days takes"),
            (["list", "--since", "yesterday"], 2, "--since takes a date"),
            (["list", "--since", "2026-11-21", "--today"], 2, "exclude each other"),
            (["export", "--format", "xml"], 2, "--format is csv, json or spreadsheet"), ([], 2, "brews orders takes"),
            (["show"], 2, "brews orders takes"),
        ]
        for row in table {
            let run = try Brews.run(["orders"] + row.words)
            #expect(run.code == row.code && run.errors.contains(row.says), "\(row.words): \(run.code) \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test("the store is where systemd says, or in the user's folder for state")
    func location() {
        #expect(
            StoreLocation.standard(environment: ["STATE_DIRECTORY": "/var/lib/brews:/var/lib/other", "HOME": "/home/a"])
                == "/var/lib/brews/orders.sqlite")
        #expect(
            StoreLocation.standard(environment: ["XDG_STATE_HOME": "/state", "HOME": "/home/a"])
                == "/state/brews/orders.sqlite")
        #expect(
            StoreLocation.standard(environment: ["XDG_STATE_HOME": "relative", "HOME": "/home/a"])
                == "/home/a/.local/state/brews/orders.sqlite")
    }

    @Test("doctor looks at the store")
    func doctor() async throws {
        let kiosk = try await Kiosk()
        func check() throws -> [String: Any]? {
            try Brews.run(["doctor", "--json", "--store", kiosk.path]).objects.first {
                $0["check"] as? String == "store"
            }
        }
        let sound = try #require(try check())
        // A test's folder may be on a file system that no kiosk should use.
        let isDurable = if case .durable = try FileSystemKind.of(kiosk.folder.url.path).kind { true } else { false }
        #expect(
            !isDurable
                || sound["status"] as? String == "ok" && (sound["detail"] as? String)?.contains("3 orders") == true,
            "\(sound)")
        await kiosk.store.close()
        try Data("damage".utf8).write(to: URL(fileURLWithPath: kiosk.path))
        #expect(try check()?["status"] as? String == "error")
    }
}
