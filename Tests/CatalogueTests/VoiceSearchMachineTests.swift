internal import Catalogue
internal import TestSupport
internal import Testing
internal import VoiceSearch

struct VoiceSearchMachineTests {
    private static let hit = CatalogueHit(
        item: CatalogueItem(id: 7, kind: .books, title: "Emma"), score: 1, reasons: [])

    @Test("From the button over the words to the results, and an item that is added")
    func wholeSearch() {
        var machine = VoiceSearchMachine(gates: .all)
        #expect(machine.handle(.startVoiceSearch, at: .zero) == [.listen(run: 1)])
        #expect(machine.handle(.partial("emm", run: 1), at: .seconds(1)).isEmpty)
        #expect(machine.state == .listening(transcript: "emm"))
        #expect(machine.handle(.stopListening, at: .seconds(2)) == [.stop(run: 1)])
        #expect(machine.handle(.heard("emma", run: 1), at: .seconds(3)) == [.search("emma", run: 2)])
        #expect(machine.handle(.found([Self.hit], run: 2), at: .seconds(4)).isEmpty)
        #expect(machine.state == .results(query: "emma", hits: [Self.hit], adding: [:]))
        #expect(machine.handle(.add(item: 8), at: .seconds(5)).isEmpty)
        #expect(machine.handle(.add(item: 7), at: .seconds(5)) == [.add(item: 7)])
        #expect(machine.handle(.add(item: 7), at: .seconds(5)).isEmpty)
        #expect(machine.handle(.added(item: 7), at: .seconds(6)).isEmpty)
        #expect(machine.state == .results(query: "emma", hits: [Self.hit], adding: [7: .done]))
        machine.handle(.reset, at: .seconds(7))
        #expect(machine.state == .idle && machine.nextDeadline == nil)
    }

    @Test("Nobody is listened to without each gate, and losing one ends the listening", arguments: 0..<4)
    func gates(_ bit: Int) {
        let missing = VoiceSearchMachine.Gates(rawValue: 1 << bit)
        var machine = VoiceSearchMachine(gates: VoiceSearchMachine.Gates.all.subtracting(missing))
        #expect(machine.handle(.startVoiceSearch, at: .zero).isEmpty)
        guard case .error = machine.state else {
            Issue.record("\(machine.state)")
            return
        }
        machine.handle(.gates(.all), at: .zero)
        #expect(machine.handle(.startVoiceSearch, at: .zero) == [.listen(run: 1)])
        #expect(
            machine.handle(.gates(VoiceSearchMachine.Gates.all.subtracting(missing)), at: .zero) == [.cancel(run: 1)])
        #expect(machine.handle(.search("emma"), at: .zero) == [.search("emma", run: 2)])
    }

    @Test("What an older listening or search reports is ignored")
    func stale() {
        var machine = VoiceSearchMachine(gates: .all)
        machine.handle(.startVoiceSearch, at: .zero)
        #expect(machine.handle(.cancelVoiceSearch, at: .zero) == [.cancel(run: 1)])
        #expect(machine.handle(.heard("emma", run: 1), at: .zero).isEmpty && machine.state == .idle)
        machine.handle(.search("emma"), at: .zero)
        machine.handle(.search("persuasion"), at: .zero)
        machine.handle(.found([Self.hit], run: 3), at: .zero)
        #expect(machine.state == .processing(query: "persuasion"))
    }

    @Test("Deadlines: listening ends by itself, waiting ends in an error, and what nobody looks at is closed")
    func deadlines() {
        var machine = VoiceSearchMachine(gates: .all)
        machine.handle(.startVoiceSearch, at: .zero)
        #expect(machine.handle(.tick, at: .seconds(15)) == [.stop(run: 1)])
        #expect(machine.handle(.tick, at: .seconds(25)) == [.cancel(run: 1)])
        machine.handle(.tick, at: .seconds(85))
        #expect(machine.state == .idle)
        // A late tick passes through all of them, each at its own time.
        machine.handle(.startVoiceSearch, at: .seconds(100))
        #expect(machine.handle(.tick, at: .seconds(1_000)).count == 2 && machine.state == .idle)
    }

    @Test("A picture is read and searched; one that says nothing, is late or cannot be read is an error")
    func picture() {
        var machine = VoiceSearchMachine(gates: .all)
        machine.handle(.startVoiceSearch, at: .zero)
        #expect(machine.handle(.picture, at: .seconds(1)) == [.cancel(run: 1), .read(run: 2)])
        #expect(machine.handle(.read("978", run: 1), at: .seconds(2)) == [])
        #expect(machine.handle(.read("978", run: 2), at: .seconds(2)) == [.search("978", run: 3)])
        machine.handle(.picture, at: .seconds(3))
        machine.handle(.read(" ", run: 4), at: .seconds(4))
        #expect(machine.state == .error(.nothingRead))
        machine.handle(.picture, at: .seconds(5))
        machine.handle(.readingFailed(.pictures, run: 5), at: .seconds(6))
        #expect(machine.state == .error(.pictures))
        machine.handle(.picture, at: .seconds(7))
        machine.handle(.tick, at: .seconds(41))
        #expect(machine.state == .processing(query: ""))
        machine.handle(.tick, at: .seconds(42))
        #expect(machine.state == .error(.late))
    }

    /// A random event; its numbers are mostly right.
    private static func event(_ random: inout SeededGenerator, run: Int) -> VoiceSearchMachine.Event {
        let run = Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 0...run + 1, using: &random) : run
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: return .startVoiceSearch
        case 2: return .stopListening
        case 3: return .cancelVoiceSearch
        case 4: return .search(["emma", " ", String(repeating: "x", count: 500)].randomElement(using: &random) ?? "")
        case 5: return .add(item: Int.random(in: 6...8, using: &random))
        case 6: return .reset
        case 7: return .gates(.all)
        case 8: return .gates(VoiceSearchMachine.Gates(rawValue: Int.random(in: 0...15, using: &random)))
        case 9: return .partial("em", run: run)
        case 10: return .heard(Bool.random(using: &random) ? "emma" : "", run: run)
        case 11: return .listeningFailed(.recognizer, run: run)
        case 12: return .found(Bool.random(using: &random) ? [hit] : [], run: run)
        case 13: return .searchFailed(.search, run: run)
        case 14: return Bool.random(using: &random) ? .added(item: 7) : .addingFailed(item: 7)
        case 15: return .touched
        case 16: return .picture
        case 17: return .read(Bool.random(using: &random) ? "emma" : " ", run: run)
        case 18: return .readingFailed(.pictures, run: run)
        default: return .tick
        }
    }

    @Test("100,000 random sequences: no listening without all gates, every state reaches idle, and replays agree")
    func randomSequences() {
        var random = SeededGenerator(seed: 47), violations = 0, states: Set<String> = []
        for _ in 0..<100_000 {
            var machine = VoiceSearchMachine(gates: Bool.random(using: &random) ? .all : [.microphone, .page])
            let start = machine
            var time = Duration.zero, run = 0,
                log: [(VoiceSearchMachine.Event, Duration, [VoiceSearchMachine.Action])] = []
            var isOpen = false
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                time += .milliseconds(Int.random(in: 0...12_000, using: &random))
                let event = Self.event(&random, run: run)
                let actions = machine.handle(event, at: time)
                log.append((event, time, actions))
                for action in actions {
                    switch action {
                    case .listen(let number):
                        // One listening at a time, with all gates.
                        if isOpen || !machine.gates.isSuperset(of: .all) { violations += 1 }
                        (isOpen, run) = (true, number)
                    case .stop, .cancel: isOpen = false
                    case .search(_, let number), .read(let number): run = number
                    case .add: break
                    }
                }
                switch event {
                case .heard, .listeningFailed, .read, .readingFailed: if !machine.isListening { isOpen = false }
                default: break
                }
                if machine.isListening, !machine.gates.isSuperset(of: .all) { violations += 1 }
                if machine.isListening != isOpen { violations += 1 }
                if machine.state != .idle, machine.nextDeadline == nil { violations += 1 }
                states.insert(Self.name(machine.state))
            }
            // Without further events, the deadlines lead to idle; so does a reset.
            var waiting = machine, reset = machine
            for _ in 0..<4 { if let deadline = waiting.nextDeadline { waiting.handle(.tick, at: max(time, deadline)) } }
            reset.handle(.reset, at: time)
            if waiting.state != .idle || reset.state != .idle { violations += 1 }
            var replayed = start
            for (event, time, actions) in log where replayed.handle(event, at: time) != actions { violations += 1 }
            if replayed != machine { violations += 1 }
        }
        #expect(violations == 0 && states.count == 5)
    }

    private static func name(_ state: VoiceSearchMachine.State) -> String {
        switch state {
        case .idle: "idle"
        case .listening: "listening"
        case .processing: "processing"
        case .results: "results"
        case .error: "error"
        }
    }
}
