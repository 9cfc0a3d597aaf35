internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import Notebook
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore
internal import Speech
internal import VoiceOrdering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A running kiosk: start, watchdog, housekeeping and orderly end.
struct KioskRun {
    /// Why the kiosk ended.
    enum Ending: Equatable {
        case closed
        /// A kiosk with another menu follows, on the same port.
        case menuReplaced(port: Int)
    }

    /// Interval between checks of the menu file.
    private static let menuInterval = Duration.seconds(1)

    /// Interval between counts of what is sold most.
    private static let welcomeInterval = Duration.seconds(600)

    private let kiosk: KioskAssembly.Kiosk
    private let arguments: Arguments
    private let setup: Setup
    private let keptDays: Int
    private let notifier: ServiceNotifier
    private let isFirst: Bool

    /// - Parameter isFirst: whether this is the first kiosk of the process.
    init(_ kiosk: KioskAssembly.Kiosk, _ arguments: Arguments, _ setup: Setup, isFirst: Bool) throws(CLIError) {
        self.isFirst = isFirst
        self.kiosk = kiosk
        self.arguments = arguments
        self.setup = setup
        keptDays = try arguments.integer("keep-days", in: 1...3_650) ?? 30
        notifier = ServiceNotifier(environment: ProcessInfo.processInfo.environment)
    }

    /// Serves until a signal, the end of the recording, or a new menu while nobody orders.
    func serve(until signals: StopSignals) async throws -> Ending {
        // The reader of the log may have closed it.
        signal(SIGPIPE, SIG_IGN)
        CoreDumps.forbid()
        let port = try await kiosk.web.start()
        let address = "http://127.0.0.1:\(port)/"
        kiosk.log("\(kiosk.menuName) is open on \(address)")
        if isFirst, arguments.has("open") { open(address) }
        let kiosk = kiosk
        let serving = Task { try await kiosk.orchestrator.run() }
        let others = [
            Task { await feedWatchdog() }, Task { await housekeeping.run() },
            Task { await kiosk.board.run(kiosk.clock) }, Task { await kiosk.door.run(kiosk.clock) },
            Task { await refreshWelcome() },
            Task { if let voice = kiosk.voice { await prepare(voice) } },
        ]
        let replacing = Task {
            let isReplaced = await awaitMenu()
            if isReplaced { serving.cancel() }
            return isReplaced
        }
        signals.whenStopped {
            replacing.cancel()
            serving.cancel()
        }
        let result = await serving.result
        replacing.cancel()
        let isReplaced = await replacing.value
        if !isReplaced { notifier.send("STOPPING=1") }
        for task in others { task.cancel() }
        await kiosk.web.stop()
        await kiosk.store.close()
        await kiosk.notebook?.close()
        await kiosk.lists?.close()
        switch result {
        case .failure(let error) where isReplaced && error is CancellationError: return .menuReplaced(port: port)
        case .success: kiosk.log("the recorded guest is gone")
        case .failure(let error) where error is CancellationError: kiosk.log("closed")
        case .failure(let error): throw error
        }
        return .closed
    }

    /// Loads the voice; renders frequent sentences once the recogniser is loaded, so as not to compete with it.
    private func prepare(_ voice: LoadingVoice) async {
        await voice.load()
        await kiosk.orchestrator.awaitVoiceInput()
        await voice.prepare(kiosk.writer.frequentSentences)
    }

    /// Counts again and again what is sold most.
    private func refreshWelcome() async {
        while (try? await kiosk.clock.sleep(Self.welcomeInterval)) != nil { kiosk.web.show(await kiosk.welcome()) }
    }

    /// Waits until the menu file holds another valid menu and nobody orders. An order stays with the menu it was begun
    /// with.
    ///
    /// - Returns: `false` when cancelled or when the menu cannot change.
    private func awaitMenu() async -> Bool {
        // A recording is played once.
        guard setup.menuPath != nil || kiosk.changesFile != nil, !arguments.has("input") else { return false }
        let (arguments, setup, changesFile) = (arguments, setup, kiosk.changesFile)
        var watch = MenuWatch(
            path: setup.menuPath, digest: kiosk.menuDigest,
            check: { try KioskAssembly.check($0, arguments, setup) },
            changes: { changesFile?.holding(on: KioskAssembly.today()).changes ?? MenuChanges() })
        var isWaiting = false
        while (try? await ContinuousClock().sleep(for: Self.menuInterval)) != nil {
            switch watch.look() {
            case .unchanged: break
            // A missing file is never served.
            case .missing: continue
            case .restored: isWaiting = false
            case .broken(let reason):
                isWaiting = false
                kiosk.log("the new menu is not used: \(reason)")
            case .replaced:
                isWaiting = true
                kiosk.log("there is a new menu; it is served as soon as nobody orders")
            }
            if isWaiting, await kiosk.orchestrator.isIdle { return true }
        }
        return false
    }

    private func open(_ address: String) {
        let browser = Process()
        browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        browser.arguments = ["xdg-open", address]
        browser.standardOutput = FileHandle.nullDevice
        browser.standardError = FileHandle.nullDevice
        do { try browser.run() } catch {
            kiosk.log("no browser could be started (\(error.localizedDescription)); open \(address)")
        }
    }

    /// Notifies the service manager when the kiosk is ready and, as long as its loops make progress, the watchdog
    /// (fault I2).
    private func feedWatchdog() async {
        var watch = ProgressWatch()
        var isReady = false
        var wasStuck: [String] = []
        let clock = ContinuousClock(), origin = clock.now
        let interval = min(notifier.watchdog.map { $0 / 4 } ?? .seconds(1), .seconds(1))
        while (try? await clock.sleep(for: interval)) != nil {
            let progress = await kiosk.orchestrator.progress()
            if progress.isReady, !isReady {
                isReady = true
                notifier.send("READY=1")
            }
            let stuck = watch.observe(progress, at: clock.now - origin)
            if stuck != wasStuck {
                kiosk.log(stuck.isEmpty ? "all loops move again" : "stuck: \(stuck.joined(separator: ", "))")
            }
            wasStuck = stuck
            if stuck.isEmpty, notifier.watchdog != nil { notifier.send("WATCHDOG=1") }
        }
    }

    private var housekeeping: Housekeeping {
        let (kiosk, days) = (kiosk, keptDays)
        return Housekeeping(clock: kiosk.clock) { pause in
            _ = try await kiosk.store.purge(olderThanDays: days, beforeEachPart: pause)
            try await kiosk.notebook?.removeOpenQuestions(olderThanDays: days)
            try await (kiosk.notebook ?? kiosk.lists)?.removeReadingLists(olderThanDays: 1)
        } isFree: {
            // Not before an order left by a crash has been restored.
            guard await kiosk.orchestrator.progress().isReady else { return false }
            return await kiosk.orchestrator.isIdle
        } tell: { failure in
            let reason = failure.map { CLIError.from($0).message }
            if let reason { kiosk.log("old orders were not wiped: \(reason)") }
            await kiosk.orchestrator.note(purgeFailure: reason)
        }
    }
}
