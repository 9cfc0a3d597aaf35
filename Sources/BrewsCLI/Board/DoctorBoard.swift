internal import PlatformSupport

/// The machine in `brews doctor`: heat, supply and speed. None is an error, because orders can be taken all the same.
enum DoctorBoard {
    /// A check for each kind of sensor that the machine has.
    static func checks(_ sensors: BoardSensors = .ofThisMachine) -> [DoctorCheck] {
        let condition = sensors.condition()
        var checks: [DoctorCheck] = []
        if let celsius = condition.celsius {
            checks.append(check("temperature", condition.heatProblem, good: "\(Int(celsius.rounded())) °C"))
        } else if let problem = condition.heatProblem {
            checks.append(check("temperature", problem, good: ""))
        }
        if condition.isUnderVoltage != nil {
            checks.append(check("power", condition.supplyProblem, good: "the supply voltage is high enough"))
        }
        return checks
    }

    /// Whether the recogniser is fast enough with the chosen engine; `nil` for engines that `brews tune` does not
    /// measure, and where it cannot be measured.
    static func speed(_ setup: Setup) async -> DoctorCheck? {
        guard [.twopass, .vosk].contains(setup.engineChoice),
            let figures = try? await BoardTrial(setup: setup, rounds: 1).recognition()
        else { return nil }
        let choice = BoardChoice(for: figures, voice: "")
        let second = figures.secondReadingFactor.map { ", the second reading \($0.rounded(places: 2)) s" } ?? ""
        let detail = "1 s of speech is understood in \(figures.recognitionFactor.rounded(places: 2)) s\(second)"
        let reasons = choice.reasons.joined(separator: "; ")
        return DoctorCheck(
            check: "speed", status: reasons.isEmpty ? .ok : .warning,
            detail: reasons.isEmpty ? detail : "\(detail): \(reasons)",
            mend: reasons.isEmpty ? nil : "brews tune --menu /etc/brews/menu.json --write /etc/brews/kiosk.conf",
            exitCode: 0)
    }

    private static func check(_ name: String, _ problem: String?, good: String) -> DoctorCheck {
        DoctorCheck(
            check: name, status: problem == nil ? .ok : .warning, detail: problem ?? good, mend: nil, exitCode: 0)
    }
}
