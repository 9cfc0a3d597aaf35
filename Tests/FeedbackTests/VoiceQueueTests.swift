internal import Feedback
internal import TestSupport
internal import Testing

struct VoiceQueueTests {
    @Test(
        "A text with marks becomes a queue",
        arguments: [
            ("Hello. Bye.", [.speak("Hello."), .speak("Bye.")]),
            (
                "[sfx:itemAdded] A latte. [pause:300] Anything else?",
                [.sound(.itemAdded), .speak("A latte."), .pause(milliseconds: 300), .speak("Anything else?")]
            ),
            ("[SFX: ORDERconfirmed]", [.sound(.orderConfirmed)]), ("", []),
            ("[x] and [sfx] are text [", [.speak("[x] and [sfx] are text [")]),
            ("a [b [pause:1]c", [.speak("a [b"), .pause(milliseconds: 1), .speak("c")]),
            ("[[sfx:error]]", [.speak("["), .sound(.error), .speak("]")]),
            ("[volume:3]", [.speak("[volume:3]")]),
        ] as [(String, [VoiceQueueElement])])
    func parsed(_ text: String, _ elements: [VoiceQueueElement]) throws {
        #expect(try VoiceQueue(text).elements == elements)
    }

    @Test(
        "An invalid mark is an error that lists the valid ones",
        arguments: [
            ("Hi [sfx:boom]", .unknownSound("boom", known: VoiceAudioFeedback.allCases.map(\.rawValue))),
            ("[sfx:]", .unknownSound("", known: VoiceAudioFeedback.allCases.map(\.rawValue))),
            ("[pause:0]", .badPause("0", longest: 5_000)), ("[pause:-5]", .badPause("-5", longest: 5_000)),
            ("[pause:5001]", .badPause("5001", longest: 5_000)),
            ("[pause:long]", .badPause("long", longest: 5_000)),
            ("[pause:99999999999999999999]", .badPause("99999999999999999999", longest: 5_000)),
        ] as [(String, FeedbackError)])
    func refused(_ text: String, _ error: FeedbackError) {
        var queue = VoiceQueue()
        #expect(throws: error) { try queue.enqueue(text) }
        #expect(queue.isEmpty)
    }

    @Test("Text of a menu is not interpreted")
    func plain() throws {
        var queue = VoiceQueue()
        try queue.enqueueSpeak("A [sfx:error] latte.")
        #expect(queue.elements == [.speak("A [sfx:error] latte.")])
        try queue.enqueueSFX("listening")
        try queue.enqueuePause(milliseconds: 20)
        #expect(queue.elements.count == 3)
        #expect(throws: FeedbackError.self) { try queue.enqueueSFX("nothing") }
    }

    @Test("A queue has a limit")
    func full() throws {
        var queue = VoiceQueue()
        try queue.enqueueSpeak(String(repeating: "Hi. ", count: 64))
        #expect(throws: FeedbackError.queueFull(limit: 64)) { try queue.enqueuePause(milliseconds: 5) }
        #expect(queue.elements.count == 64)
        #expect(throws: FeedbackError.queueFull(limit: 64)) { _ = try VoiceQueue(String(repeating: "Hi. ", count: 65)) }
    }
}

/// A player that an expectation can change.
private final class Driver {
    var player = QueuePlayer()

    var state: QueuePlayer.State { player.state }
    var current: Int? { player.current }
    var awaited: QueuePlayer.Token? { player.awaited }

    func enqueue(_ queue: VoiceQueue, id: Int) throws -> [QueuePlayer.Action] { try player.enqueue(queue, id: id) }
    func rendered(_ token: QueuePlayer.Token) -> [QueuePlayer.Action] { player.rendered(token) }
    func played(_ token: QueuePlayer.Token, toItsEnd: Bool) -> [QueuePlayer.Action] {
        player.played(token, toItsEnd: toItsEnd)
    }
    func failed(_ token: QueuePlayer.Token) -> [QueuePlayer.Action] { player.failed(token) }
    func stop() -> [QueuePlayer.Action] { player.stop() }
    func pause() -> [QueuePlayer.Action] { player.pause() }
    func resume() -> [QueuePlayer.Action] { player.resume() }
}

/// The player without audio: events in, actions out.
struct QueuePlayerTests {
    private typealias Action = QueuePlayer.Action

    /// Tokens of an action list, by kind.
    private static func speech(_ actions: [Action]) -> [QueuePlayer.Token] {
        actions.compactMap { if case .synthesise(let token, _, _) = $0 { token } else { nil } }
    }

    @Test("Speech plays as soon as its first sentence is ready, and the next is synthesised meanwhile")
    func pipeline() throws {
        let player = Driver()
        let first = try player.enqueue(VoiceQueue("One. Two. Three."), id: 7)
        let one = try #require(Self.speech(first).first)
        #expect(
            first == [.synthesise(one, "One.")] && player.awaited == one && player.state == .playing
                && player.current == 7)
        let second = player.rendered(one)
        let two = try #require(Self.speech(second).first)
        #expect(second == [.playSpeech(one), .synthesise(two, "Two.")] && player.awaited == nil)
        // One piece ahead and no more.
        #expect(player.rendered(two) == [])
        let third = player.played(one, toItsEnd: true)
        let three = try #require(Self.speech(third).first)
        #expect(third == [.drop(one), .playSpeech(two), .synthesise(three, "Three.")])
        #expect(player.played(two, toItsEnd: true) == [.drop(two)] && player.awaited == three)
        #expect(player.rendered(three) == [.playSpeech(three)])
        #expect(player.played(three, toItsEnd: true) == [.drop(three), .report(7, .finished)])
        #expect(player.state == .idle && player.current == nil)
    }

    @Test("Sounds and pauses play at once while later speech is synthesised")
    func sounds() throws {
        let player = Driver()
        let first = try player.enqueue(VoiceQueue("[sfx:itemAdded][pause:100]A latte."), id: 1)
        guard case .playSound(let sound, .itemAdded) = first.first, let speech = Self.speech(first).first else {
            Issue.record("\(first)")
            return
        }
        #expect(player.rendered(speech) == [])
        guard case .playPause(let pause, milliseconds: 100) = player.played(sound, toItsEnd: true).last else {
            Issue.record("no pause")
            return
        }
        #expect(player.played(pause, toItsEnd: true) == [.drop(pause), .playSpeech(speech)])
    }

    @Test("Stopping reports everything at once, and nothing plays until the device has stopped")
    func stop() throws {
        let player = Driver()
        let one = try #require(Self.speech(try player.enqueue(VoiceQueue("One. Two."), id: 1)).first)
        _ = try player.enqueue(VoiceQueue("Later."), id: 2)
        let two = try #require(Self.speech(player.rendered(one)).first)
        #expect(player.stop() == [.stop, .drop(two), .report(1, .stopped), .report(2, .stopped)])
        #expect(player.state == .stopping && player.current == nil && player.stop() == [])
        let next = try player.enqueue(VoiceQueue("New."), id: 3)
        let new = try #require(Self.speech(next).first)
        #expect(next == [.synthesise(new, "New.")] && player.rendered(new) == [] && player.awaited == nil)
        // The piece being synthesised comes too late.
        #expect(player.rendered(two) == [.drop(two)])
        #expect(player.played(one, toItsEnd: false) == [.drop(one), .playSpeech(new)])
        #expect(player.state == .playing && player.current == 3)
    }

    @Test("Pausing pauses the device and the queue; resuming continues")
    func pause() throws {
        let player = Driver()
        #expect(player.pause() == [] && player.resume() == [])
        let one = try #require(Self.speech(try player.enqueue(VoiceQueue("One. Two."), id: 1)).first)
        let two = try #require(Self.speech(player.rendered(one)).first)
        #expect(player.pause() == [.pause] && player.state == .paused && player.pause() == [])
        #expect(player.rendered(two) == [])
        // The clip's last samples may have been played already.
        #expect(player.played(one, toItsEnd: true) == [.drop(one)])
        #expect(player.resume() == [.playSpeech(two)] && player.state == .playing)
        #expect(player.pause() == [.pause] && player.resume() == [.resume])
        #expect(player.pause() == [.pause] && player.stop() == [.stop, .report(1, .stopped)])
    }

    @Test("A sentence that cannot be synthesised ends its utterance and not the next")
    func failure() throws {
        let player = Driver()
        let one = try #require(Self.speech(try player.enqueue(VoiceQueue("One. Two."), id: 1)).first)
        _ = try player.enqueue(VoiceQueue("Other."), id: 2)
        let actions = player.failed(one)
        let other = try #require(Self.speech(actions).first)
        #expect(actions == [.drop(one), .report(1, .failed), .synthesise(other, "Other.")])
        #expect(player.failed(one) == [])
        _ = player.rendered(other)
        #expect(player.failed(other) == [.drop(other), .report(2, .failed)] && player.state == .idle)
    }

    @Test("A sentence that fails in advance is tried again at its turn")
    func laterFailure() throws {
        let player = Driver()
        let one = try #require(Self.speech(try player.enqueue(VoiceQueue("One. Two."), id: 1)).first)
        let two = try #require(Self.speech(player.rendered(one)).first)
        #expect(player.failed(two) == [])
        #expect(player.played(one, toItsEnd: true) == [.drop(one), .synthesise(two, "Two.")])
        #expect(player.failed(two) == [.drop(two), .report(1, .failed)])
    }

    @Test("A device that stops by itself ends the utterance as stopped")
    func interrupted() throws {
        let player = Driver()
        let one = try #require(Self.speech(try player.enqueue(VoiceQueue("One. Two."), id: 1)).first)
        let two = try #require(Self.speech(player.rendered(one)).first)
        #expect(player.played(one, toItsEnd: false) == [.drop(one), .drop(two), .report(1, .stopped)])
    }

    @Test("An empty queue finishes at once, and too many utterances are refused")
    func bounds() throws {
        let player = Driver()
        #expect(try player.enqueue(VoiceQueue(), id: 1) == [.report(1, .finished)] && player.state == .idle)
        for id in 0...QueuePlayer.maxQueuedUtterances { _ = try player.enqueue(VoiceQueue("Hi."), id: id) }
        let full = player.player
        #expect(throws: FeedbackError.queueFull(limit: 8)) { _ = try player.enqueue(VoiceQueue("Hi."), id: 99) }
        #expect(player.player == full)
    }

    @Test(
        "For random events each utterance is reported once and the device has one clip at a time",
        arguments: 0..<200)
    func random(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed)), player = QueuePlayer()
        var rendering: [QueuePlayer.Token] = [], audible: QueuePlayer.Token?, reports: [Int: Int] = [:], ids = 0,
            stopping = false, held = false
        func take(_ actions: [QueuePlayer.Action]) {
            for action in actions {
                switch action {
                case .synthesise(let token, _, _): rendering.append(token)
                case .playSpeech(let token), .playSound(let token, _), .playClip(let token, _),
                    .playPause(let token, _):
                    #expect(audible == nil && !held)
                    audible = token
                case .drop(let token): rendering.removeAll { $0 == token }
                case .stop:
                    #expect(audible != nil && !stopping)
                    (stopping, held) = (true, false)
                case .pause:
                    #expect(audible != nil && !held)
                    held = true
                case .resume:
                    #expect(audible != nil && held)
                    held = false
                case .report(let id, _): reports[id, default: 0] += 1
                }
            }
            #expect(rendering.count <= 1)
        }
        for _ in 0..<400 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1:
                let text =
                    ["One. Two. Three.", "[sfx:error]", "A.[pause:5]B.", "[pause:9][sfx:listening]C."].randomElement(
                        using: &random) ?? ""
                ids += 1
                do { take(try player.enqueue(VoiceQueue(text), id: ids)) } catch { reports[ids, default: 0] += 1 }
            case 2: take(player.stop())
            case 3: take(player.pause())
            case 4: take(player.resume())
            case 5, 6, 7:
                guard let token = rendering.popLast() else { continue }
                take(player.rendered(token))
            case 8:
                guard let token = rendering.popLast() else { continue }
                take(player.failed(token))
            default:
                guard !held, let token = audible else { continue }
                let isStopped = stopping || Int.random(in: 0..<10, using: &random) == 0
                (audible, stopping) = (nil, false)
                take(
                    Int.random(in: 0..<12, using: &random) == 0
                        ? player.failed(token) : player.played(token, toItsEnd: !isStopped))
            }
            #expect((player.state == .stopping) == stopping)
        }
        take(player.resume())
        take(player.stop())
        #expect(reports.count == ids && reports.values.allSatisfy { $0 == 1 })
        if let token = audible { take(player.played(token, toItsEnd: false)) }
        #expect(player.state == .idle)
    }
}
