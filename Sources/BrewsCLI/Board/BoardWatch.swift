internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import Speech
internal import Synchronization
internal import VoiceOrdering

/// The machine's heat and supply for the kiosk's health, read every 10 s (faults I6, I7).
final class BoardWatch: Sendable {
    /// Interval between readings.
    static let interval = Duration.seconds(10)
    /// A dip of the supply lasts moments; it is reported for this long after the last one.
    static let remembered = Duration.seconds(600)

    private struct State {
        var condition = BoardCondition()
        var lowSupplies = 0
        var hotReadings = 0
        var lastLowSupply: Duration?
    }

    private let sensors: BoardSensors
    private let now: @Sendable () -> Duration
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - now: monotonic time.
    ///   - log: receives a sentence when something becomes wrong or right again.
    init(
        sensors: BoardSensors = .ofThisMachine, now: @escaping @Sendable () -> Duration,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.sensors = sensors
        self.now = now
        self.log = log
    }

    /// Reads the sensors until cancelled.
    func run(_ clock: MonotonicClock) async {
        let worker = SerialWorker(label: "sensors")
        repeat { try? await worker.run { [self] in look() } } while (try? await clock.sleep(Self.interval)) != nil
    }

    /// Reads the sensors once.
    func look() {
        let new = sensors.condition(), moment = now()
        let (old, isFirstDip) = state.withLock { state in
            let old = state.condition, wasLow = isLow(state, at: moment)
            state.condition = new
            if new.heatProblem != nil { state.hotReadings += 1 }
            if new.isUnderVoltage == true {
                state.lowSupplies += 1
                state.lastLowSupply = moment
            }
            return (old, !wasLow && new.isUnderVoltage == true)
        }
        if let problem = new.heatProblem {
            if old.heatProblem == nil { log("the machine: \(problem)") }
        } else if old.heatProblem != nil {
            log("the machine has cooled down")
        }
        if isFirstDip, let problem = new.supplyProblem { log("the machine: \(problem)") }
    }

    private func isLow(_ state: State, at moment: Duration) -> Bool {
        state.lastLowSupply.map { moment - $0 < Self.remembered } ?? false
    }

    /// Parts and figures for the health report; a part for each kind of sensor that the machine has.
    var health: KioskHealth {
        let moment = now()
        let state = self.state.withLock { $0 }, isLow = self.isLow(state, at: moment)
        var parts: [KioskHealth.Part] = [], figures: [String: Double] = [:]
        let condition = state.condition
        if condition.celsius != nil || condition.isThrottled {
            parts.append(Self.part("temperature", condition.heatProblem))
            figures["brews_board_celsius"] = condition.celsius
            figures["brews_board_throttled"] = condition.isThrottled ? 1 : 0
            figures["brews_board_hot_readings_total"] = Double(state.hotReadings)
        }
        if condition.isUnderVoltage != nil {
            var low = condition
            low.isUnderVoltage = isLow
            parts.append(Self.part("power", low.supplyProblem))
            figures["brews_board_low_supply_readings_total"] = Double(state.lowSupplies)
        }
        return KioskHealth(parts: parts, figures: figures)
    }

    private static func part(_ name: String, _ problem: String?) -> KioskHealth.Part {
        .init(name: name, state: problem == nil ? .ok : .degraded, detail: problem ?? "")
    }
}

extension BoardSensors {
    /// The sensors of this machine; those of the folder that `BREWS_SYSFS` names, for trials without hot hardware.
    static var ofThisMachine: BoardSensors {
        let folder = ProcessInfo.processInfo.environment["BREWS_SYSFS"] ?? ""
        return folder.isEmpty ? BoardSensors() : BoardSensors(root: folder)
    }
}
