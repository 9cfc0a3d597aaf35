internal import Foundation

/// A folder with the layout of sysfs, in which a test sets heat and supply.
public final class FakeSensors: Sendable {
    private let folder: TemporaryFolder

    public init() throws { folder = try TemporaryFolder() }

    /// The folder.
    public var path: String { folder.url.path }

    /// Writes a file of the folder.
    public func set(_ file: String, _ text: String) throws {
        let url = folder.url.appendingPathComponent(file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("\(text)\n".utf8).write(to: url)
    }

    /// A Raspberry Pi with a processor's temperature in °C, and a supply that is good or too low.
    public func setPi(celsius: Double, isLow: Bool, isThrottled: Bool = false) throws {
        try set("class/thermal/thermal_zone0/temp", "\(Int(celsius * 1_000))")
        try set("class/thermal/cooling_device0/type", "cpufreq-cpu0")
        try set("class/thermal/cooling_device0/cur_state", isThrottled ? "1" : "0")
        try set("class/hwmon/hwmon1/name", "rpi_volt")
        try set("class/hwmon/hwmon1/in0_lcrit_alarm", isLow ? "1" : "0")
    }
}
