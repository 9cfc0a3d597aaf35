internal import TestSupport
internal import Testing

@testable internal import Conversation

/// Random sequences of events: no listening without all gates, every state reaches idle, and replays are equal.
@Suite(.timeLimit(.minutes(30)))
struct AssistantModelTests {
    /// 100 000 at full scale: `BREWS_ASSISTANT_SEQUENCES`.
    private static let sequences = Repository.count("BREWS_ASSISTANT_SEQUENCES", standard: 20_000)
    private static let longest = 40

    private static func event(_ run: Int, _ generator: inout SeededGenerator) -> AssistantEvent {
        let isOn = Bool.random(using: &generator), late = max(0, run - Int.random(in: 0...1, using: &generator))
        switch Int.random(in: 0..<19, using: &generator) {
        case 0, 1, 2: return .pressed(onOrb: Int.random(in: 0..<5, using: &generator) > 0)
        case 3: return .released
        case 4: return .scrolling(isScrolling: isOn)
        case 5: return .device(isAvailable: Int.random(in: 0..<4, using: &generator) > 0)
        case 6: return .audio(isReady: Int.random(in: 0..<4, using: &generator) > 0)
        case 7: return .speech
        case 8: return .partial("partial \(run)", run: late)
        case 9: return .recognized(isOn ? "words \(run)" : "", run: late)
        case 10: return .recognitionFailed(run: late)
        case 11: return .edited(isOn ? "edited" : " ")
        case 12: return .appended("typed")
        case 13: return isOn ? .discarded : .retried
        case 14, 15: return .sent
        case 16: return .answered(SourcedAnswer(text: "answer", source: "menu"), run: late)
        case 17: return isOn ? .answerFailed(run: late) : .spoken(run: late)
        default: return .stopped
        }
    }

    /// What the decisions so far mean for the outside world.
    private struct World {
        var microphone: Int?
        var question: Int?
        var speaking: Int?
        var runs: [Int] = []
        var isScrolling = false, isAvailable = false, isReady = false
        var pressedOnOrb: Duration?
        var violations: [String] = []

        mutating func see(_ event: AssistantEvent, at time: Duration) {
            switch event {
            case .scrolling(let isOn): isScrolling = isOn
            case .device(let isOn): isAvailable = isOn
            case .audio(let isOn): isReady = isOn
            case .released: pressedOnOrb = nil
            case .pressed(let onOrb): if onOrb, pressedOnOrb == nil { pressedOnOrb = time }
            default: break
            }
        }

        mutating func carryOut(_ decision: AssistantDecision) {
            switch decision {
            case .listen(let run):
                if isScrolling || !isAvailable || !isReady { violations.append("listening with a gate closed") }
                if pressedOnOrb == nil { violations.append("listening without a press on the orb") }
                if microphone != nil { violations.append("listening twice") }
                if question != nil { violations.append("listening while processing") }
                if speaking != nil { violations.append("listening while speaking") }
                if let last = runs.last, run <= last { violations.append("run \(run) again") }
                runs.append(run)
                microphone = run
            case .finish(let run): if microphone != run { violations.append("finished what does not run") }
            case .cancel(let run):
                if microphone == run {
                    microphone = nil
                } else if question == run {
                    question = nil
                } else {
                    violations.append("cancelled what does not run")
                }
            case .ask(let draft, let run):
                if draft.isBlank { violations.append("an empty message") }
                if question != nil || microphone != nil { violations.append("asked twice") }
                question = run
            case .respond(_, let run):
                if question != run { violations.append("an answer to nothing") }
                (question, speaking) = (nil, run)
            case .hush(let run):
                if speaking != run { violations.append("hushed silence") }
                speaking = nil
            }
        }

        /// Compares with the machine's state.
        mutating func check(_ machine: AssistantMachine) {
            // A recording whose transcript has come is over without a decision, and so is an answer that was spoken.
            switch machine.state {
            case .idle, .armed: (microphone, question, speaking) = (nil, nil, nil)
            case .listening(let run, _, _), .recognizing(let run, _):
                if microphone != run || question != nil { violations.append("listening to another run") }
            case .answering(let run, _):
                if question != run || microphone != nil { violations.append("answering another run") }
            case .responding(let run, _): if speaking != run { violations.append("speaking another run") }
            }
        }
    }

    @Test("No sequence listens without all gates, and from every state the assistant gets back to idle")
    func sequences() throws {
        var states: [String: Int] = [:], checked = 0
        for seed in 0..<Self.sequences {
            var generator = SeededGenerator(seed: UInt64(seed)), machine = AssistantMachine(), world = World()
            var time = Duration.zero, log: [(AssistantEvent, Duration)] = [], decisions: [AssistantDecision] = []
            for event in [AssistantEvent.device(isAvailable: true), .audio(isReady: true)] {
                _ = machine.handle(event, at: time)
                world.see(event, at: time)
                log.append((event, time))
            }
            for _ in 0..<Int.random(in: 1...Self.longest, using: &generator) {
                time += .milliseconds([1, 50, 310, 1_000, 2_600, 11_000].randomElement(using: &generator) ?? 1)
                let run = [world.microphone, world.question, world.speaking].compactMap(\.self).max() ?? 0
                let event = Self.event(run, &generator)
                // Deadlines first, as the machine does.
                for decision in machine.advance(to: time) {
                    world.carryOut(decision)
                    decisions.append(decision)
                }
                world.check(machine)
                world.see(event, at: time)
                for decision in machine.handle(event, at: time) {
                    world.carryOut(decision)
                    decisions.append(decision)
                }
                world.check(machine)
                log.append((event, time))
                states["\(machine.state)".prefix { $0 != "(" }.description, default: 0] += 1
                if !world.violations.isEmpty {
                    Issue.record("seed \(seed): \(world.violations) after \(log.suffix(8)), \(machine.state)")
                    return
                }
            }
            // Nothing but time, and the assistant is idle again within its longest limits.
            var rest = machine
            _ = rest.advance(to: time + .seconds(140))
            try #require(rest.state == .idle && rest.nextDeadline == nil, "seed \(seed): \(machine.state)")
            // The same events at the same times give the same decisions, whether time is advanced in between or not.
            var again = AssistantMachine()
            let replayed = log.flatMap { again.handle($0.0, at: $0.1) }
            try #require(replayed == decisions && again == machine, "seed \(seed)")
            checked += log.count
        }
        print("assistant: \(Self.sequences) sequences, \(checked) events, states \(states.sorted { $0.key < $1.key })")
        #expect(states.count == 6, "every state was reached: \(states)")
    }
}
