internal import Feedback
internal import KioskRuntime
internal import Ordering
internal import SQLiteOrderStore
internal import Speech

/// Opens and closes the kiosk for guests, by its opening hours and as the staff say.
actor Doorkeeper {
    /// Interval between looks at the clock.
    private static let interval = Duration.seconds(1)

    private let orchestrator: KioskOrchestrator
    private let writer: PromptWriter
    /// The hours of the kiosk's options.
    private let standard: OpeningHours?
    /// Where the staff's changes are kept; `nil` for a kiosk that keeps nothing.
    private let files: (pause: StaffSwitchFile, hours: HoursFile)?
    private let now: @Sendable () -> LocalTime
    private let log: @Sendable (String) -> Void
    private var door = KioskDoor()
    private var contents = HoursFile.Contents()

    /// Reads what the staff have left.
    ///
    /// - Parameters:
    ///   - writer: the kiosk's sentences.
    ///   - hours: the hours of the kiosk's options; `nil` to be always open.
    ///   - store: path of the order store; `nil` for a kiosk that keeps nothing.
    ///   - now: the local time.
    ///   - log: receives what the staff change.
    init(
        _ orchestrator: KioskOrchestrator, writer: PromptWriter, hours: OpeningHours?, store: String?,
        now: @escaping @Sendable () -> LocalTime, log: @escaping @Sendable (String) -> Void
    ) {
        self.orchestrator = orchestrator
        self.writer = writer
        standard = hours
        self.now = now
        self.log = log
        files = store.map { (.pause(besideStore: $0), HoursFile(besideStore: $0)) }
        if let files {
            do throws(CLIError) { contents = try files.hours.read() } catch { log(error.message) }
        }
        door.isPaused = files?.pause.isOn == true
        door.hours = contents.hours ?? hours
        door.opened = contents.opened
    }

    /// Looks at the clock until the task is cancelled.
    func run(_ clock: MonotonicClock) async {
        while (try? await clock.sleep(Self.interval)) != nil { await look() }
    }

    /// Opens or closes the kiosk as the time says.
    func look() async { await orchestrator.close(sentence(door.state(at: now()))) }

    private func sentence(_ state: KioskDoor.State) -> String? {
        switch state {
        case .open: nil
        case .paused, .closed(nil): writer.sentence(.closed)
        case .closed(let opening?): writer.sentence(.opens(opening))
        }
    }

    /// The door for the staff page.
    var page: OwnerOrders.Door {
        var page = OwnerOrders.Door(isPaused: door.isPaused)
        page.hours = door.hours
        page.isStandard = contents.hours == nil
        let time = now()
        if case .closed = door.state(at: time) { page.closed = sentence(door.state(at: time)) }
        if door.hours?.isOpen(at: time.minutes) == false, let opened = door.opened, opened.contains(time.minutes) {
            page.openUntil = TimeOfDay(minutes: opened.upperBound % 1_440)
        }
        return page
    }

    // MARK: Staff

    /// Closes the kiosk for guests, or opens it, and keeps that over restarts.
    func pause(_ isPaused: Bool) async -> KioskActionResult {
        do throws(CLIError) { try files?.pause.set(isPaused) } catch { return .refused(error.message) }
        door.isPaused = isPaused
        log(isPaused ? "the staff have paused the kiosk" : "the staff have ended the pause")
        await look()
        return .done
    }

    /// Sets the opening hours; `nil` for those of the kiosk's options.
    func set(_ hours: OpeningHours?) async -> KioskActionResult {
        var changed = door
        changed.hours = hours ?? standard
        return await keep(
            changed, hours: hours, "the staff have set the opening hours: \(changed.hours?.description ?? "always")")
    }

    /// Opens the kiosk outside its hours until it closes, or takes that back.
    func openNow(_ isOpen: Bool) async -> KioskActionResult {
        var changed = door
        if isOpen { changed.openNow(at: now()) } else { changed.closeAgain() }
        return await keep(
            changed, hours: contents.hours,
            isOpen ? "the staff have opened the kiosk outside its hours" : "the kiosk keeps its hours again")
    }

    private func keep(_ changed: KioskDoor, hours: OpeningHours?, _ line: String) async -> KioskActionResult {
        var kept = HoursFile.Contents(hours: hours)
        kept.opened = changed.opened
        do throws(CLIError) { try files?.hours.write(kept) } catch { return .refused(error.message) }
        (door, contents) = (changed, kept)
        log(line)
        await look()
        return .done
    }
}
