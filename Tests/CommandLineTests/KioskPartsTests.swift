internal import Foundation
internal import KioskRuntime
internal import OrderSession
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import BrewsCLI

#if canImport(Glibc)
    internal import Glibc
#endif

/// What the kiosk command adds to the kiosk.
struct KioskPartsTests {
    private static func progress(_ ticks: Int, frames: Int?, writes: Int = 0, isStoreWaiting: Bool = false)
        -> KioskProgress
    {
        KioskProgress(isReady: true, ticks: ticks, frames: frames, isStoreWaiting: isStoreWaiting, writes: writes)
    }

    @Test("I2: a loop that does not move for four seconds is stuck, whichever it is, and is free again when it moves")
    func watch() {
        var watch = ProgressWatch()
        #expect(watch.observe(Self.progress(1, frames: 1), at: .seconds(0)).isEmpty)
        #expect(watch.observe(Self.progress(2, frames: 2), at: .seconds(4)).isEmpty)
        #expect(watch.observe(Self.progress(2, frames: 3), at: .seconds(9)) == ["orchestrator"])
        #expect(watch.observe(Self.progress(3, frames: 3), at: .seconds(14)) == ["audio"])
        #expect(watch.observe(Self.progress(4, frames: 4, isStoreWaiting: true), at: .seconds(15)).isEmpty)
        #expect(watch.observe(Self.progress(5, frames: 5, isStoreWaiting: true), at: .seconds(18)).isEmpty)
        #expect(watch.observe(Self.progress(6, frames: 6, isStoreWaiting: true), at: .seconds(20)) == ["store"])
        #expect(watch.observe(Self.progress(7, frames: 7, writes: 1, isStoreWaiting: true), at: .seconds(21)).isEmpty)
    }

    @Test("A microphone that is known to be gone, and a store with nothing to do, are not stuck")
    func idle() {
        var watch = ProgressWatch()
        for second in 0..<60 {
            #expect(watch.observe(Self.progress(second, frames: nil), at: .seconds(second)).isEmpty)
        }
        #expect(
            watch.observe(Self.progress(60, frames: 7), at: .seconds(61)).isEmpty,
            "four seconds count from when it came back")
    }

    @Test(
        "E6: a changed menu file is noticed once if valid; a broken one is named; an identical one is no change"
    )
    func menuWatch() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("menu.json")
        let good = Data(MenuLoader.builtInFile)
        func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: path)) }
        try write(good)
        var watch = MenuWatch(path: path, digest: try KioskMenu(path: path, lastGood: nil).digest)
        var finding = watch.look()
        #expect(finding == .unchanged)
        try write(good.prefix(good.count / 2))
        finding = watch.look()
        guard case .broken(let reason) = finding else { return #expect(Bool(false), "\(finding)") }
        #expect(reason.contains("menu.json"))
        #expect([watch.look(), watch.look()] == [.unchanged, .unchanged])
        try write(good)
        #expect([watch.look(), watch.look()] == [.restored, .unchanged])
        try write(good + Data("\n".utf8))
        #expect([watch.look(), watch.look()] == [.replaced, .unchanged])
        try write(good)
        #expect(
            [watch.look(), watch.look()] == [.restored, .unchanged], "what was replaced and put back is served already")
        try FileManager.default.removeItem(atPath: path)
        #expect([watch.look(), watch.look()] == [.missing, .missing])
        try write(good)
        finding = watch.look()
        #expect(finding == .unchanged)
    }

    @Test(
        "E6: a valid menu without a kiosk, as while another file is missing, is named once and served when possible"
    )
    func menuWithoutAKiosk() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("menu.json"), other = folder.path("staff-code")
        let good = Data(MenuLoader.builtInFile)
        func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: path)) }
        try write(good)
        var watch = MenuWatch(path: path, digest: try KioskMenu(path: path, lastGood: nil).digest) { menu in
            #expect(!menu.items.isEmpty)
            guard FileManager.default.fileExists(atPath: other) else { throw CLIError.input("\(other) cannot be read") }
        }
        try write(good + Data("\n".utf8))
        #expect([watch.look(), watch.look()] == [.broken("\(other) cannot be read"), .unchanged])
        try write(good)
        #expect([watch.look(), watch.look()] == [.restored, .unchanged])
        try write(good + Data("\n".utf8))
        #expect([watch.look(), watch.look()] == [.broken("\(other) cannot be read"), .unchanged])
        try Data().write(to: URL(fileURLWithPath: other))
        #expect([watch.look(), watch.look()] == [.replaced, .unchanged])
    }

    @Test("E6: a replaced menu waits for the staff code's file")
    func filesOfAKiosk() throws {
        let folder = try TemporaryFolder()
        let menu = try MenuLoader.builtIn()
        let missing = try Arguments(["--staff-code-file", folder.path("missing")], spec: KioskCommand.spec)
        #expect(throws: CLIError.self) { try KioskAssembly.check(menu, missing, Setup(missing)) }
        let arguments = try Arguments([], spec: KioskCommand.spec)
        try KioskAssembly.check(menu, arguments, Setup(arguments))
    }

    @Test("E6: a child that is started later gets the menu that is served, also where no copy of it is kept")
    func servedFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("menu.json")
        try Data(MenuLoader.builtInFile).write(to: URL(fileURLWithPath: path))
        var file: String?
        do {
            var menu = try KioskMenu(path: path, lastGood: nil)
            menu.keepFile(insteadOf: path)
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
            file = menu.file
            #expect(try KioskMenu(path: menu.file, lastGood: nil).digest == menu.digest)
        }
        #expect(try !FileManager.default.fileExists(atPath: #require(file)), "it goes with the kiosk")
    }

    @Test(
        "E6, I4: a menu in an unsupported language is broken, names its key, and leaves the last good copy"
    )
    func menuInUnknownLanguage() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("menu.json"), copy = folder.path("copy.json")
        let good = String(decoding: MenuLoader.builtInFile, as: UTF8.self)
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        try write(good)
        let served = try KioskMenu(path: path, lastGood: copy)
        var watch = MenuWatch(path: path, digest: served.digest)
        for locale in ["it-IT", "eng"] {
            try write(good.replacing("\"en-US\"", with: "\"\(locale)\""))
            let finding = watch.look()
            guard case .broken(let reason) = finding else { return #expect(Bool(false), "\(finding)") }
            #expect(reason.contains("store.locale") && reason.contains(locale))
            let kept = try KioskMenu(path: path, lastGood: copy)
            #expect(kept.digest == served.digest && kept.notice?.contains("store.locale") == true)
            #expect(FileManager.default.contents(atPath: copy) == Data(good.utf8))
        }
        try write(good.replacing("\"en-US\"", with: "\"de-AT\""))
        let finding = watch.look()
        #expect(finding == .replaced)
    }

    @Test("A menu without a yes and a no is bad input, not a defect")
    func languageWithoutYesAndNo() {
        #expect(CLIError.from(ConfirmationError.unknownLocale("it-IT")).exitCode == 3)
    }

    @Test("The service manager is told over its socket, a file or an abstract name", arguments: [false, true])
    func notify(_ isAbstract: Bool) throws {
        let name =
            isAbstract
            ? "@brews-test-\(getpid())" : FileManager.default.temporaryDirectory.path + "/brews-notify-\(getpid())"
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: Array(name.utf8))
            if isAbstract { bytes[0] = 0 }
        }
        if !isAbstract { unlink(name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count + (isAbstract ? 0 : 1))
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(bound == 0)
        let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "10000000"])
        #expect(notifier.watchdog == .seconds(10))
        #expect(notifier.send("READY=1"))
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        #expect(count > 0 && String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1")
        if !isAbstract { unlink(name) }
    }

    @Test("Where there is no service manager nobody is told, and there is no watchdog")
    func noManager() {
        let notifier = ServiceNotifier(environment: [:])
        #expect(notifier.watchdog == nil)
        #expect(!notifier.send("READY=1"))
    }

    @Test(
        "A payment program gets the order on its standard input; only exit code 0 is paid",
        arguments: [("grep -q '\"total\":525'", true), ("grep -q '\"total\":1'", false), ("kill -9 $$", false)])
    func payment(_ script: String, _ isPaid: Bool) async throws {
        let program = FileManager.default.temporaryDirectory.path + "/brews-pay-\(UUID().uuidString)"
        try ScriptedProgram.write(script, to: program)
        defer { try? FileManager.default.removeItem(atPath: program) }
        let terminal = PaymentCommand(program: program, clock: MonotonicClock(ContinuousClock())) { _ in }
        #expect(await terminal.pay(order: "o", number: 3, total: Money(minorUnits: 525), currency: "USD") == isPaid)
    }

    @Test("A payment program that is not there has not been paid")
    func noPayment() async {
        let terminal = PaymentCommand(program: "/nonexistent", clock: MonotonicClock(ContinuousClock())) { _ in }
        #expect(await terminal.pay(order: "o", number: 3, total: .zero, currency: "USD") == false)
    }

    @Test(
        "A guest who would rather pay at the counter has the payment program ended at once; what it says then counts",
        .timeLimit(.minutes(10)), arguments: [0, 1])
    func stoppedPayment(_ code: Int) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path("pay"), ready = folder.path("ready")
        try ScriptedProgram.write("trap 'exit \(code)' TERM\ntouch \(ready)\nwhile :; do sleep 0.05; done", to: program)
        let terminal = PaymentCommand(program: program, clock: MonotonicClock(ManualClock())) { Issue.record("\($0)") }
        let paying = Task { await terminal.pay(order: "o", number: 3, total: .zero, currency: "USD") }
        while !FileManager.default.fileExists(atPath: ready), !Task.isCancelled { await Task.yield() }
        paying.cancel()
        #expect(await paying.value == (code == 0))
    }

    @Test(
        "A hung payment program is ended with its child processes before the guest is sent to the counter",
        .timeLimit(.minutes(10)),
        arguments: ["", "trap '' TERM"])
    func endlessPayment(_ trap: String) async throws {
        let folder = try TemporaryFolder()
        let program = folder.path("pay"), ready = folder.path("ready")
        try ScriptedProgram.write(
            "\(trap)\nsleep 600 &\necho $$ $! > \(ready).new\nmv \(ready).new \(ready)\nwait", to: program)
        let time = ManualClock()
        let terminal = PaymentCommand(program: program, clock: MonotonicClock(time)) { _ in }
        let paying = Task { await terminal.pay(order: "o", number: 3, total: .zero, currency: "USD") }
        // A test that runs out of time ends, and the program with it.
        defer { paying.cancel() }
        await time.sleepers()
        while !FileManager.default.fileExists(atPath: ready), !Task.isCancelled { await Task.yield() }
        try Task.checkCancellation()
        let processes = try String(contentsOfFile: ready, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        #expect(processes.count == 2)
        time.advance(by: PaymentCommand.patience)
        if !trap.isEmpty {
            await time.sleepers()
            try Task.checkCancellation()
            time.advance(by: PaymentCommand.grace)
        }
        #expect(await paying.value == false)
        #expect(PaymentCommand.patience + PaymentCommand.grace < KioskTimes().terminal)
        for process in processes {
            // Empty once it has ended, also while nobody has taken that in.
            while FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty == false, !Task.isCancelled
            { await Task.yield() }
        }
    }

    @Test(
        "Piper's voice, whose program may have to be started again, is waited for longer than espeak-ng's",
        arguments: [("piper:any", 4_000), ("en-us", 300)])
    func patience(_ voice: String, _ milliseconds: Int) throws {
        let spec = CommandSpec(name: "test", summary: "", options: [Setup.voiceOption], examples: [])
        let setup = try Setup(Arguments(["--voice", voice], spec: spec))
        #expect(setup.feedbackSettings(for: "en").longestSilence == .milliseconds(milliseconds))
        try setup.feedbackSettings(for: "en").validate()
    }

    @Test("E5: a menu that has been broken since the last start gives way to the last good copy, and says so")
    func lastGood() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/brews-menu-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/menu.json", copy = folder + "/copy.json"
        try Data(MenuLoader.builtInFile).write(to: URL(fileURLWithPath: file))
        let good = try KioskMenu(path: file, lastGood: copy)
        #expect(good.notice == nil)
        for cut in [0, 1, 100, 5_000] {
            try Data(MenuLoader.builtInFile.prefix(cut)).write(to: URL(fileURLWithPath: file))
            let kept = try KioskMenu(path: file, lastGood: copy)
            #expect(kept.menu == good.menu && kept.digest == good.digest)
            #expect(kept.notice?.contains("menu.json") == true)
        }
        #expect(throws: CLIError.self) { try KioskMenu(path: file, lastGood: folder + "/none.json") }
    }

    @Test("I13: a log that storms is cut short, and says how much was left out")
    func logStorm() {
        let time = Clock()
        let log = ServiceLogger(console: Console(isVerbose: false), name: "kiosk", isJSON: false, now: { time.now })
        for _ in 0..<10_000 { _ = log.admits() }
        #expect(log.admits() == nil)
        time.now = .seconds(61)
        #expect(log.admits() == 9_881)
        #expect(log.admits() == 0)
    }

    private final class Clock: @unchecked Sendable {
        // One test, one thread.
        var now = Duration.zero
    }

    @Test(
        "A voice that cannot be loaded is logged once and told to the staff; before, it is being loaded",
        .timeLimit(.minutes(10)))
    func voiceWithoutEngine() async {
        let reason = "there is no voice; install one with: apt-get install espeak-ng"
        let (lines, log) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(4))
        let voice = LoadingVoice(log: { log.yield($0) }) { throw CLIError.library(reason) }
        #expect(await voice.shortcoming() == "it is being loaded")
        let loading = Task { await voice.load() }
        var told = lines.makeAsyncIterator()
        #expect(await told.next() == "without a voice: \(reason)")
        #expect(await voice.shortcoming() == reason)
        #expect(await !voice.say("hello"))
        loading.cancel()
        await loading.value
    }
}
