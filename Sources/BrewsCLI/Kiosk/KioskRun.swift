internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import PlatformSupport
internal import SQLiteOrderStore
internal import Speech
internal import VoiceOrdering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A kiosk while it serves: start, watchdog, housekeeping, and an orderly end.
struct KioskRun {
    /// Why it no longer serves.
    enum Ending: Equatable {
        case closed
        /// The next kiosk has another menu, and is to take this one's port.
        case menuReplaced(port: Int)
    }

    /// How often the menu's file is looked at.
    private static let menuInterval = Duration.seconds(1)

    private let kiosk: KioskAssembly.Kiosk
    private let arguments: Arguments
    private let setup: Setup
    private let keptDays: Int
    private let notifier: ServiceNotifier
    private let isFirst: Bool

    /// - Parameter isFirst: whether no kiosk of this process served before.
    init(_ kiosk: KioskAssembly.Kiosk, _ arguments: Arguments, _ setup: Setup, isFirst: Bool) throws(CLIError) {
        self.isFirst = isFirst
        self.kiosk = kiosk
        self.arguments = arguments
        self.setup = setup
        keptDays = try arguments.integer("keep-days", in: 1...3_650) ?? 30
        notifier = ServiceNotifier(environment: ProcessInfo.processInfo.environment)
    }

    /// Serves until a signal, until the recorded guest is gone, or until there is another menu and nobody orders.
    func serve(until signals: StopSignals) async throws -> Ending {
        // Whoever reads the log may go away.
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
        switch result {
        case .failure(let error) where isReplaced && error is CancellationError: return .menuReplaced(port: port)
        case .success: kiosk.log("the recorded guest is gone")
        case .failure(let error) where error is CancellationError: kiosk.log("closed")
        case .failure(let error): throw error
        }
        return .closed
    }

    /// Loads the voice, and renders what it often says once that takes nothing from the ears any more.
    private func prepare(_ voice: LoadingVoice) async {
        await voice.load()
        await kiosk.orchestrator.awaitVoiceInput()
        await voice.prepare(kiosk.writer.frequentSentences)
    }

    /// Waits until the menu's file is another good menu and nobody orders: an order is of the menu it was begun with.
    ///
    /// - Returns: `false` where that does not come to be.
    private func awaitMenu() async -> Bool {
        // A recorded guest cannot be heard twice.
        guard let path = setup.menuPath, !arguments.has("input") else { return false }
        let (arguments, setup) = (arguments, setup)
        var watch = MenuWatch(path: path, digest: kiosk.menuDigest) { try KioskAssembly.check($0, arguments, setup) }
        var isWaiting = false
        while (try? await ContinuousClock().sleep(for: Self.menuInterval)) != nil {
            switch watch.look() {
            case .unchanged: break
            // What is not there cannot be served, however idle the kiosk is.
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

    /// Says that the kiosk is ready once it is, and then that it works for as long as it does (fault I2).
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
        } isFree: {
            // Ready once the order that a crash has left is taken up.
            guard await kiosk.orchestrator.progress().isReady else { return false }
            return await kiosk.orchestrator.isIdle
        } tell: { failure in
            let reason = failure.map { CLIError.from($0).message }
            if let reason { kiosk.log("old orders were not wiped: \(reason)") }
            await kiosk.orchestrator.note(purgeFailure: reason)
        }
    }
}
