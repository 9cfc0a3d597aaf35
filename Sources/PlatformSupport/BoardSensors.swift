#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Heat and supply of a machine at one moment.
public struct BoardCondition: Equatable, Sendable {
    /// Temperature of the hottest zone in °C; `nil` for a machine without a sensor.
    public var celsius: Double?
    /// Whether a processor runs slower because of heat.
    public var isThrottled = false
    /// Whether the supply voltage is too low; `nil` for a machine that cannot tell.
    public var isUnderVoltage: Bool?

    /// A condition without any sensor.
    public init() {}

    /// Temperature in °C from which the machine counts as hot.
    public static let hotCelsius = 80.0

    /// What is wrong with the temperature, with what to do; `nil` when nothing is, or without a sensor.
    public var heatProblem: String? {
        let degrees = celsius.map { "\(Int($0.rounded())) °C" }
        if isThrottled { return "it is slowed down because of heat (\(degrees ?? "unknown")); give it air or a fan" }
        guard let celsius, let degrees, celsius >= Self.hotCelsius else { return nil }
        return "it is hot (\(degrees)) and will be slowed down soon; give it air or a fan"
    }

    /// What is wrong with the supply, with what to do; `nil` when nothing is, or when the machine cannot tell.
    public var supplyProblem: String? {
        isUnderVoltage == true
            ? "the supply voltage is too low; use a stronger power supply and a shorter cable, or microphones and "
                + "cards fail" : nil
    }
}

/// Reads the sensors that Linux shows in sysfs. Each reading opens a few files of some bytes.
///
/// ```swift
/// let condition = BoardSensors().condition()
/// if let problem = condition.heatProblem { print(problem) }
/// ```
public struct BoardSensors: Sendable {
    private static let mostZones = 32
    private static let mostBytes = 64
    /// The firmware's flags of a Raspberry Pi, in hexadecimal: bit 0 under-voltage, bits 1 to 3 slowed down.
    private static let piFlags = "devices/platform/soc/soc:firmware/get_throttled"

    private let root: String

    /// Sensors below a folder with the layout of sysfs.
    public init(root: String = "/sys") { self.root = root }

    /// Reads all sensors. What is missing or unreadable is left out.
    public func condition() -> BoardCondition {
        var condition = BoardCondition()
        for zone in 0..<Self.mostZones {
            guard let milli = integer("class/thermal/thermal_zone\(zone)/temp") else { continue }
            let celsius = Double(milli) / 1_000
            // A sensor that is switched off tells values such as -274 or 0.
            guard (1...150).contains(celsius) else { continue }
            condition.celsius = max(condition.celsius ?? celsius, celsius)
        }
        for device in 0..<Self.mostZones {
            // Fans are cooling devices, too.
            guard let kind = text("class/thermal/cooling_device\(device)/type"),
                kind.contains("cpufreq") || kind == "Processor",
                let state = integer("class/thermal/cooling_device\(device)/cur_state")
            else { continue }
            if state > 0 { condition.isThrottled = true }
        }
        for number in 0..<Self.mostZones where text("class/hwmon/hwmon\(number)/name") == "rpi_volt" {
            guard let alarm = integer("class/hwmon/hwmon\(number)/in0_lcrit_alarm") else { continue }
            condition.isUnderVoltage = alarm != 0
        }
        if let flags = text(Self.piFlags).flatMap({ Int($0.hasPrefix("0x") ? String($0.dropFirst(2)) : $0, radix: 16) })
        {
            condition.isUnderVoltage = (condition.isUnderVoltage ?? false) || flags & 1 != 0
            if flags & 0b1110 != 0 { condition.isThrottled = true }
        }
        return condition
    }

    private func integer(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

    private func text(_ path: String) -> String? {
        let descriptor = open("\(root)/\(path)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        return String(text.prefix { $0 != "\n" && $0 != "\0" })
    }
}
