internal import PlatformSupport
internal import TestSupport
internal import Testing

/// Heat and supply of a machine as Linux shows them.
struct BoardSensorsTests {
    @Test("The hottest zone counts, and sensors that are off do not")
    func heat() throws {
        let sensors = try FakeSensors()
        #expect(BoardSensors(root: sensors.path).condition() == BoardCondition(), "a machine without sensors")
        try sensors.set("class/thermal/thermal_zone0/temp", "-274000")
        try sensors.set("class/thermal/thermal_zone1/temp", "61500")
        try sensors.set("class/thermal/thermal_zone3/temp", "79999")
        try sensors.set("class/thermal/thermal_zone4/temp", "text")
        var condition = BoardSensors(root: sensors.path).condition()
        #expect(condition.celsius == 79.999 && condition.heatProblem == nil && condition.isUnderVoltage == nil)
        try sensors.set("class/thermal/thermal_zone3/temp", "80000")
        condition = BoardSensors(root: sensors.path).condition()
        #expect(condition.heatProblem?.contains("hot (80 °C)") == true && condition.supplyProblem == nil)
    }

    @Test("A processor that is slowed down because of heat is told from a running fan")
    func throttling() throws {
        let sensors = try FakeSensors()
        try sensors.set("class/thermal/cooling_device0/type", "pwm-fan")
        try sensors.set("class/thermal/cooling_device0/cur_state", "3")
        #expect(!BoardSensors(root: sensors.path).condition().isThrottled)
        try sensors.set("class/thermal/cooling_device1/type", "cpufreq-cpu0")
        try sensors.set("class/thermal/cooling_device1/cur_state", "2")
        let condition = BoardSensors(root: sensors.path).condition()
        #expect(condition.isThrottled && condition.heatProblem?.contains("slowed down") == true)
    }

    @Test(
        "A low supply is told by the voltage sensor or the firmware's flags",
        arguments: [
            ("rpi_volt", "0", "", false), ("rpi_volt", "1", "", true), ("coretemp", "1", "", nil),
            ("rpi_volt", "0", "50005", true), ("coretemp", "0", "0x0", false), ("coretemp", "0", "0x50000", false),
        ] as [(String, String, String, Bool?)])
    func supply(_ name: String, _ alarm: String, _ flags: String, _ isLow: Bool?) throws {
        let sensors = try FakeSensors()
        try sensors.set("class/hwmon/hwmon2/name", name)
        try sensors.set("class/hwmon/hwmon2/in0_lcrit_alarm", alarm)
        if !flags.isEmpty { try sensors.set("devices/platform/soc/soc:firmware/get_throttled", flags) }
        let condition = BoardSensors(root: sensors.path).condition()
        #expect(condition.isUnderVoltage == isLow)
        #expect((condition.supplyProblem != nil) == (isLow == true))
        #expect(condition.isThrottled == (flags == "50005"))
    }
}
