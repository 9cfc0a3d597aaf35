internal import Speech
internal import Testing

struct RateMonitorTests {
    private static func verdicts(blocks: [(samples: Int, every: Double)], count: Int) -> [RateMonitor.Verdict] {
        var monitor = RateMonitor()
        var now = 0.0
        return (0..<count).map { index in
            let block = blocks[index % blocks.count]
            now += block.every
            return monitor.observe(samples: block.samples, at: .seconds(now))
        }
    }

    private static func isDeviating(_ verdict: RateMonitor.Verdict) -> Bool {
        if case .deviating = verdict { true } else { false }
    }

    @Test(
        "a device at the nominal rate is nominal in blocks of any size, even or uneven",
        arguments: [[(160, 0.01)], [(1_600, 0.1)], [(8_000, 0.5)], [(1_600, 0.05), (1_600, 0.15)], [(480, 0.0302)]])
    func nominal(blocks: [(samples: Int, every: Double)]) {
        let verdicts = Self.verdicts(blocks: blocks, count: 1_000)
        #expect(verdicts.last == .nominal && !verdicts.contains(where: Self.isDeviating))
    }

    @Test(
        "A6: audio at 500 times and a fifth of its speed is caught within 2 s",
        arguments: [500.0, 10, 1.3, 0.7, 0.2, 0.001])
    func deviating(speed: Double) throws {
        let verdicts = Self.verdicts(blocks: [(160, 0.01 / speed)], count: max(2, Int(200 * speed) + 1))
        let first = verdicts.firstIndex(where: Self.isDeviating)
        let caught = try #require(first)
        #expect(Double(caught + 1) * 0.01 / speed <= max(2, 0.02 / speed))
        guard case .deviating(let measured) = verdicts[caught] else { return }
        #expect(abs(measured / 16_000 - speed) < 0.1 * speed)
    }

    @Test("A6: a flood is caught before its second is over: 10 s of audio in 20 ms")
    func flood() {
        var monitor = RateMonitor()
        monitor.observe(samples: 160, at: .zero)
        var caughtAt: Int?
        for block in 1...1_000 where caughtAt == nil {
            if Self.isDeviating(monitor.observe(samples: 160, at: .microseconds(20 * block))) { caughtAt = block }
        }
        #expect(caughtAt.map { $0 < 110 } == true)
    }

    @Test("no audio at all is a wrong rate")
    func nothing() {
        var monitor = RateMonitor()
        monitor.observe(samples: 160, at: .zero)
        #expect(Self.isDeviating(monitor.observe(samples: 0, at: .seconds(1))))
    }

    @Test("a clock that goes back starts a new window")
    func clockBack() {
        var monitor = RateMonitor()
        monitor.observe(samples: 160, at: .seconds(100))
        #expect(monitor.observe(samples: 160, at: .seconds(1)) == .unknown)
    }

    @Test("a device that recovers is nominal again")
    func recovery() {
        var monitor = RateMonitor()
        monitor.observe(samples: 0, at: .zero)
        #expect(Self.isDeviating(monitor.observe(samples: 0, at: .seconds(1))))
        #expect(monitor.observe(samples: 16_000, at: .seconds(2)) == .nominal)
    }
}
