internal import Foundation
internal import PlatformSupport
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import EngineHost

/// Children from their start to their end.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LifecycleTests {
    private static func hear(_ service: IsolatedVoiceService, _ utterances: [[Int16]] = [[1, 2, 3]]) async throws {
        let contract = try await RecognitionContract(
            service.startListening(to: SampleInput(ToneVoiceService.samples(utterances)), vocabulary: nil))
        #expect(contract.text == ToneVoiceService.text(utterances))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
    }

    @Test("a child greets with its engine's name and answers for its dictionary")
    func greeting() async throws {
        let service = try Child.service("tones")
        #expect(service.engineName == "tones" && service.modelName == "levels")
        #expect(service.canHear("w7") && !service.canHear("latte"))
        try await Self.hear(service)
        #expect(service.health.losses == 0)
    }

    @Test("C1: eight recognitions at once each have a child, and a ninth is refused")
    func concurrency() async throws {
        let service = try Child.service("tones")
        var running: [VoiceResults] = []
        for _ in 0..<8 { running.append(try await service.startListening(to: EndlessSilence(), vocabulary: nil)) }
        #expect(service.health.processIdentifiers.count == 8)
        await #expect(throws: EngineHostError.tooManyTasks(limit: 8)) {
            _ = try await service.startListening(to: SampleInput([]), vocabulary: nil)
        }
        running = []
        #expect(await eventually { service.canHear("w8") })
        try await Self.hear(service)
    }

    @Test("cancelling ends a recognition at once, and its child serves the next")
    func cancellation() async throws {
        let service = try Child.service("tones")
        let before = service.health.processIdentifiers
        let input = EndlessSilence()
        let results = try await service.startListening(to: input, vocabulary: nil)
        let listening = Task { for try await _ in results {} }
        while await input.frames < 5 { await Task.yield() }
        listening.cancel()
        let framesAtCancel = await input.frames
        _ = await listening.result
        // Told in frames, since seconds would measure what else the machine has to do.
        #expect(await input.frames - framesAtCancel <= 2)
        try await Self.hear(service)
        #expect(service.health.losses == 0)
        // The child may have been on its way back when the next recognition began; no more than one was added.
        #expect(
            service.health.processIdentifiers.count <= 2 && Set(before).isSubset(of: service.health.processIdentifiers))
    }

    @Test("C13: cancelling also ends a recognition whose child hangs at once, and the child is replaced")
    func cancelledHang() async throws {
        var settings = Child.patient
        settings.leastDeadline = .seconds(10)
        let service = try Child.service("tones", settings)
        let child = try #require(service.health.processIdentifiers.first)
        let input = EndlessSilence()
        let results = try await service.startListening(to: input, vocabulary: nil)
        let listening = Task { for try await _ in results {} }
        while await input.frames < 5 { await Task.yield() }
        kill(child, SIGSTOP)
        // On a busy machine its threads go on for a while.
        #expect(await eventually { Child.state(child) == "T" })
        listening.cancel()
        _ = await listening.result
        #expect(service.health.losses == 0, "The caller is free before the child's deadline.")
        #expect(await eventually(60) { service.health.losses == 1 })
        #expect(service.health.hangs == 1)
        try await Self.hear(service)
    }

    @Test(
        "B9: an engine that cannot load is tried three times and then an error",
        arguments: ["refuses", "dies-loading", "nonsense", "loses-its-disk"])
    func badLoad(_ engine: String) throws {
        let log = Log()
        var settings = EngineHostSettings()
        settings.firstDelay = .milliseconds(1)
        let error = #expect(throws: EngineHostError.self) { _ = try Child.service(engine, settings, log: log.add) }
        #expect(log.lines.count { $0.hasPrefix("the engine's process") } == 3, "\(log.lines)")
        if engine == "loses-its-disk" {
            #expect(log.lines.contains { $0.contains("signal \(SIGBUS)") }, "\(log.lines)")
        }
        if engine == "refuses" { #expect(error == .engine(EngineFailure(code: 4, text: "CannotLoad()"))) }
    }

    @Test("C13: a child that hangs while it loads is given up at the load deadline")
    func hungLoad() throws {
        var settings = EngineHostSettings()
        settings.firstDelay = .zero
        settings.loadDeadline = .milliseconds(300)
        let error = #expect(throws: EngineHostError.self) { _ = try Child.service("hangs-loading", settings) }
        guard case .lostTooOften(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("made no progress"))
    }

    @Test("C13: a second reader that hangs, for which nobody waits, has its process replaced, and no word is lost")
    func hungSecond() async throws {
        let log = Log()
        let service = try Child.service("second-hangs", log: log.add)
        func hear() async throws {
            let silence = SampleInput([Int16](repeating: 0, count: 32_000))
            #expect(
                try await RecognitionContract(service.startListening(to: silence, vocabulary: nil)).text
                    == SpokenOrder.largeIcedLatte.rawValue)
        }
        // Before it is heard: on a busy machine the process may be another's when the words are there.
        let process = try #require(service.health.processIdentifiers.first)
        // On a busy machine there is no time left for a second reading, so nothing hangs.
        var isReplaced = false
        for _ in 0..<5 where !isReplaced {
            try await hear()
            isReplaced = await eventually(10) { !Child.isRunning(process) }
        }
        #expect(isReplaced)
        try await hear()
        #expect(service.health.losses >= 1 && service.health.processIdentifiers != [process])
        #expect(log.lines.contains { $0.contains("a call of the engine has not returned") }, "\(log.lines)")
    }

    @Test("a program that is not there is an error with the system's reason")
    func noProgram() {
        let command = ChildProcess.Command(executable: "/nonexistent/brews", arguments: [], environment: [:])
        #expect(throws: EngineHostError.cannotStart(reason: "/nonexistent/brews: No such file or directory")) {
            _ = try IsolatedVoiceService(command: command)
        }
    }

    @Test("C11: a child that grew is replaced between two recognitions, never inside one")
    func growth() async throws {
        let service = try Child.service("tones")
        // The first recognition is the measure; the second grows inside and is finished by the same child.
        try await Self.hear(service)
        let first = service.health.processIdentifiers
        let samples = ToneVoiceService.samples([[1, 2], [3]])
        var grown = samples
        for fault in 0..<2 {
            grown.replaceSubrange(
                samples.count - (fault + 1) * 1_600..<samples.count - fault * 1_600,
                with: [Int16](repeating: ToneVoiceService.Fault.grow.rawValue, count: 1_600))
        }
        let contract = try await RecognitionContract(service.startListening(to: SampleInput(grown), vocabulary: nil))
        #expect(contract.text == "w1 w2 w3")
        #expect(await eventually { service.health.recycled == 1 })
        try await Self.hear(service)
        #expect(service.health.losses == 0 && Set(first).isDisjoint(with: service.health.processIdentifiers))
    }

    @Test("C11: a child is replaced at its age, on the host's clock")
    func age() async throws {
        let clock = ManualClock(), origin = clock.now
        var settings = Child.patient
        settings.recycleAge = .seconds(3_600)
        let service = try IsolatedVoiceService(
            command: Child.command("tones"), settings: settings, now: { origin.duration(to: clock.now) })
        let first = service.health.processIdentifiers
        clock.advance(by: .seconds(3_599))
        try await Self.hear(service)
        #expect(service.health.processIdentifiers == first)
        clock.advance(by: .seconds(2))
        try await Self.hear(service)
        #expect(await eventually { service.health.recycled == 1 })
        try await Self.hear(service)
        #expect(Set(first).isDisjoint(with: service.health.processIdentifiers))
    }

    @Test("I5: a child over its memory limit dies alone, and the recognition is given up with the reason")
    func memoryLimit() async throws {
        var settings = Child.patient
        settings.memoryLimit = 96 << 20
        settings.mostLossesPerMinute = 2
        let service = try Child.service("tones", settings)
        try await Self.hear(service)
        let samples = ToneVoiceService.samples([
            [1, ToneVoiceService.Fault.grow.rawValue, ToneVoiceService.Fault.grow.rawValue]
        ])
        await #expect(throws: EngineHostError.self) {
            _ = try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
        }
        #expect(service.health.losses == 2)
    }

    @Test("I5: a child that grows without end once it is loaded dies alone, whatever it had when it was loaded")
    func memoryHeadroom() async throws {
        var settings = Child.patient
        settings.memoryHeadroom = 64 << 20
        settings.mostLossesPerMinute = 2
        let service = try Child.service("tones", settings)
        try await Self.hear(service)
        let child = try #require(service.health.processIdentifiers.first)
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8).split(separator: "\n")
        let most = try #require(
            limits.first { $0.hasPrefix("Max data size") }?.split(separator: " ").compactMap { Int($0) }.first)
        #expect((64 << 20)...(1 << 30) ~= most)
        let growing = (0..<(most / (60 << 20) + 1)).map { _ in ToneVoiceService.Fault.grow.rawValue }
        let samples = ToneVoiceService.samples([[1] + growing])
        await #expect(throws: EngineHostError.self) {
            _ = try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
        }
        #expect(service.health.losses == 2)
    }

    @Test("I5, J3: the system takes a child before the host, and no core is dumped of it")
    func confinement() throws {
        let service = try Child.service("tones")
        let child = try #require(service.health.processIdentifiers.first)
        #expect(try String(contentsOfFile: "/proc/\(child)/oom_score_adj", encoding: .utf8) == "1000\n")
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        #expect(
            limits.split(separator: "\n").contains {
                $0.hasPrefix("Max core file size") && $0.split(separator: " ").filter { $0 == "0" }.count == 2
            })
    }

    @Test(
        "C14: a word that no process could be asked about is counted, and not taken for one that cannot be heard"
    )
    func unanswered() throws {
        var settings = Child.patient
        settings.mostLossesPerMinute = 1
        let service = try Child.service("tones", settings)
        #expect(service.canHear("w7") && !service.canHear("latte") && service.unansweredWords == 0)
        kill(try #require(service.health.processIdentifiers.first), SIGKILL)
        #expect(service.canHear("w7"), "it is known")
        #expect(!service.canHear("w8") && service.unansweredWords == 1)
    }

    @Test("I5: a child is what the system takes before a line of its own has run")
    func offeredFromTheStart() throws {
        let own = try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8)
        let child = try ChildProcess.start(.init(executable: "/bin/sleep", arguments: ["600"], environment: [:]))
            .process
        #expect(try String(contentsOfFile: "/proc/\(child.identifier)/oom_score_adj", encoding: .utf8) == "1000\n")
        #expect(try String(contentsOfFile: "/proc/self/oom_score_adj", encoding: .utf8) == own)
        _ = child.end()
    }

    @Test("J3: a process that forbids core dumps leaves none, and no other of its user reads its memory")
    func noCores() {
        CoreDumps.forbid()
        #expect(CoreDumps.areForbidden)
    }

    @Test(
        "a child has the descriptors it needs, and none that a library left open in the host",
        .enabled(if: geteuid() == 0, "only root sees a child's descriptors"))
    func descriptors() throws {
        let leaked = open("/dev/zero", O_RDONLY)
        defer { close(leaked) }
        #expect(leaked >= 0)
        let service = try Child.service("tones")
        let child = try #require(service.health.processIdentifiers.first)
        let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd").map {
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/fd/\($0)")
        }
        #expect(!targets.contains("/dev/zero"))
        #expect(targets.count { $0.hasPrefix("socket:") } == 3, "\(targets)")
    }

    @Test("what a child prints is logged by lines, up to 500 of them")
    func output() async throws {
        let log = Log()
        let service = try Child.service("talkative", log: log.add)
        #expect(await eventually { log.lines.count == 501 })
        #expect(log.lines.first == "line 1" && log.lines[499] == "line 500" && log.lines[500].contains("dropped"))
        #expect(service.canHear("w1"))
    }

    @Test("a spare child takes over without a load")
    func spare() async throws {
        var settings = Child.patient
        settings.spares = 1
        let service = try Child.service("tones", settings)
        let target = Target(service)
        #expect(service.health.processIdentifiers.count == 2)
        let utterances = [[1, 2, 3, 4]] as [[Int16]]
        let strikes = [Saboteur.Strike(frame: 4, signal: SIGKILL, moment: .waiting)]
        let contract = try await RecognitionContract(
            service.startListening(
                to: Saboteur(ToneVoiceService.samples(utterances), strikes: strikes, at: target), vocabulary: nil))
        #expect(contract.text == ToneVoiceService.text(utterances))
        #expect(target.count == 1)
        #expect(await eventually { service.health.processIdentifiers.count == 2 })
    }

    @Test(
        "children that simultaneous tasks needed are ended a minute after the last need, and the spare one stays",
        arguments: [0, 1])
    func unneeded(_ spares: Int) async throws {
        var settings = Child.patient
        settings.spares = spares
        let later = Mutex(Duration.zero)
        let service = try IsolatedVoiceService(
            command: Child.command("tones"), settings: settings,
            now: { MonotonicClock.awake.now() + later.withLock { $0 } })
        var running: [VoiceResults] = []
        for _ in 0..<4 { running.append(try await service.startListening(to: EndlessSilence(), vocabulary: nil)) }
        let most = 4 + spares
        #expect(service.health.processIdentifiers.count == most)
        running = []
        try await Self.hear(service)
        // No time is no reason to end one; all of them may still have been on their way back.
        #expect(service.health.processIdentifiers.count >= most)
        // The one that serves is the one used last; the others wait. One that was still on its way back then waits from
        // now on.
        for _ in 0..<20 where service.health.processIdentifiers.count > 1 + spares {
            later.withLock { $0 += .seconds(61) }
            try await Self.hear(service)
        }
        #expect(service.health.processIdentifiers.count == 1 + spares)
        try await Self.hear(service)
        #expect(service.health.processIdentifiers.count == 1 + spares)
        #expect(service.health.losses == 0)
    }

    @Test("I9: no descriptor and no process is left of 40 services, half of whose children were killed")
    func leaks() throws {
        let host = Process(), output = Pipe()
        host.executableURL = URL(fileURLWithPath: Child.program)
        host.arguments = ["host"]
        host.standardOutput = output
        try host.run()
        let figures = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self).split(
            whereSeparator: \.isWhitespace
        ).compactMap { Int($0) }
        host.waitUntilExit()
        try #require(figures.count == 3)
        #expect(figures[1] <= figures[0] && figures[2] == 0, "\(figures)")
    }

    @Test("a child ends with its host, whether it waits or is inside the engine", arguments: ["wait", "hang"])
    func hostDeath(_ state: String) async throws {
        let host = Process(), output = Pipe()
        host.executableURL = URL(fileURLWithPath: Child.program)
        host.arguments = ["parent", "tones", state]
        host.standardOutput = output
        try host.run()
        var line = ""
        while !line.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            line += String(decoding: byte, as: UTF8.self)
        }
        let child = try #require(Int32(line.dropLast()))
        #expect(Child.isRunning(child))
        kill(host.processIdentifier, SIGKILL)
        host.waitUntilExit()
        #expect(await eventually { !Child.isRunning(child) })
    }

    @Test("a child that is sent what no host says ends itself")
    func floodedChild() throws {
        let parts = try ChildProcess.start(Child.command("tones"))
        _ = try parts.channel.receive(.endless)
        try parts.channel.send([1, 0, 0, 0, 200], .endless)
        #expect(throws: ChannelError.closed) { _ = try parts.channel.receive(.endless) }
        #expect(parts.process.end(grace: .seconds(10)) == .exited(70))
    }
}
