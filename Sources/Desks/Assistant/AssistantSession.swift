internal import Conversation
internal import Foundation
internal import Ordering
internal import Speech

/// An action of the page `/assistant`. As JSON: `{"pressed":{"onOrb":true}}`, `{"sent":{}}`.
enum AssistantAction: Equatable, Codable, Sendable {
    /// A press began, or ended.
    case pressed(onOrb: Bool), released
    /// The page began or ended to scroll.
    case scrolling(isScrolling: Bool)
    /// The person changed the text of the message.
    case edited(text: String)
    /// The person drops the message, or its last transcript.
    case discarded, retried
    /// The person sends the message, or stops whatever runs.
    case sent, stopped
    /// The person opens a conversation, begins another one, or deletes one.
    case open(thread: Int), begin, delete(thread: Int)
    /// The person saves the answer at a place of the conversation, or forgets a saved one.
    case save(message: Int), forget(saved: Int)
    /// The person adds a picture to the message, or drops it.
    case attach(part: PicturePart), detach
    /// The person wants the recording kept with this message, or not.
    case keepVoice(isOn: Bool)
    /// The person deletes a picture or a recording of the conversation.
    case deleteMedia(media: Int)
}

/// The conversation of one open page: carries out what `AssistantMachine` decides.
actor AssistantSession: PageSession {
    private static let longestText = 4_000
    private static let mostThreads = 50
    private static let mostMessages = 200

    private let parts: AssistantParts
    private var machine = AssistantMachine()
    private var feed = PageFeed<AssistantPageState>()
    private var listener: Listener?
    private var revision = 0
    private var caption = ""
    private var thread: Int?
    private var messages: [ConversationMessage] = []
    private var threads: [ThreadSummary] = []
    private var saved: [SavedAnswer] = []
    private var isKeepingRefused = false
    private var isMediaRefused = false
    private var media = DraftMedia()
    private var microphone: DeviceState
    private var watch: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    /// The question or the answer under way.
    private var work: Task<Void, Never>?
    private var writes: Task<Void, Never>?

    init(_ parts: AssistantParts) {
        self.parts = parts
        listener = parts.dictation.map { Listener($0) }
        microphone = parts.dictation == nil ? .absent : .lost
    }

    /// Continues a conversation, and follows the microphone.
    func begin(thread: Int?) async {
        await load(thread)
        if let dictation = parts.dictation {
            watch = Task { [weak self] in
                for await gates in await dictation.dictationGates() { await self?.take(gates) }
            }
        }
        show()
    }

    func updates() -> AsyncStream<PageUpdate> { feed.updates }

    func close() async {
        listener?.cancel()
        for task in [watch, timer, work] { task?.cancel() }
        if case .responding = machine.state { await parts.speaker?.stop() }
        feed.finish()
        await writes?.value
    }

    func perform(_ json: [UInt8]) async -> KioskActionResult? {
        guard let action = try? JSONDecoder().decode(AssistantAction.self, from: Data(json)) else { return nil }
        switch action {
        case .pressed(let onOrb): handle(.pressed(onOrb: onOrb))
        case .released: handle(.released)
        case .scrolling(let isScrolling): handle(.scrolling(isScrolling: isScrolling))
        case .edited(let text):
            guard text.count <= Self.longestText else { return nil }
            handle(.edited(text))
        case .discarded: handle(.discarded)
        case .retried: handle(.retried)
        case .sent: handle(.sent)
        case .stopped: handle(.stopped)
        case .open(let thread): await change(to: thread)
        case .begin: await change(to: nil)
        case .delete(let deleted):
            try? await parts.threads.delete(thread: deleted)
            await change(to: deleted == thread ? nil : thread)
        case .save(let shown):
            let index = shown + max(0, messages.count - Self.mostMessages)
            guard messages.indices.contains(index), messages[index].author == .assistant else { break }
            let answer = SourcedAnswer(
                text: messages[index].text, source: messages[index].source ?? SourcedAnswer.noSource)
            isKeepingRefused = (try? await parts.threads.save(answer, at: parts.wall())) == nil
            await readLists()
        case .forget(let id):
            try? await parts.threads.forget(saved: id)
            await readLists()
        case .attach(let part):
            guard media.take(part) else { return .refused("It is no picture, or too large.") }
        case .detach: media.removePicture()
        case .keepVoice(let isOn): media.keepVoice(isOn)
        case .deleteMedia(let deleted): await delete(media: deleted)
        }
        show()
        return .done
    }

    func file(_ name: String) async -> MediaFile? {
        if name.hasPrefix(DraftMedia.fileName) { return media.picture }
        guard let thread, let id = Int(name) else { return nil }
        return try? await parts.threads.file(id, ofThread: thread)
    }

    private func take(_ gates: DictationGates) {
        microphone = gates.microphoneState
        handle(.device(isAvailable: gates.contains(.microphone) && gates.contains(.free)))
        handle(.audio(isReady: gates.contains(.recognizer)))
        show()
    }

    // MARK: The machine

    private func handle(_ event: AssistantEvent, sound: [Int16] = []) {
        let before = machine.draft
        carryOut(machine.handle(event, at: parts.clock.now()))
        if case .edited = event {} else if machine.draft != before { revision += 1 }
        if event == .discarded { media.clear() }
        media.follow(transcripts: machine.draft.transcripts.count, sound: sound)
        arm()
        show()
    }

    private func advance() {
        let before = machine.draft
        carryOut(machine.advance(to: parts.clock.now()))
        if machine.draft != before { revision += 1 }
        media.follow(transcripts: machine.draft.transcripts.count)
        arm()
        show()
    }

    private func arm() {
        timer?.cancel()
        timer = machine.nextDeadline.map { deadline in
            Task { [weak self, clock = parts.clock] in
                guard (try? await clock.sleep(max(.zero, deadline - clock.now()))) != nil else { return }
                await self?.advance()
            }
        }
    }

    private func carryOut(_ decisions: [AssistantDecision]) {
        for decision in decisions {
            switch decision {
            case .listen(let run): listen(run)
            case .finish(let run): listener?.stop(run: run)
            case .cancel:
                listener?.cancel()
                work?.cancel()
            case .ask(let draft, let run): ask(draft, run)
            case .respond(let answer, let run): respond(answer, run)
            case .hush:
                work?.cancel()
                caption = ""
                Task { [parts] in await parts.speaker?.stop() }
            }
        }
    }

    private func listen(_ run: Int) {
        var request = DictationRequest(phrases: parts.phrases)
        request.longest = machine.settings.longestRecording
        request.silence = machine.settings.silence
        request.keepsSound = media.keepsVoice
        listener?.listen(run: run, request) { [weak self] id in
            await self?.given(id, run)
        } report: { [weak self] event in
            await self?.heard(event, run)
        }
    }

    private func given(_ id: Int, _ run: Int) { listener?.given(id, run: run) }

    private func heard(_ event: DictationEvent, _ run: Int) {
        switch event {
        case .began: break
        case .speech: handle(.speech)
        case .level(let level): feed.show(level: level)
        case .partial(let text): handle(.partial(text, run: run))
        case .ended(let ending):
            // What was understood is not lost, however the dictation ended.
            if !ending.words.isEmpty { handle(.partial(ending.words, run: run)) }
            switch ending.reason {
            case .silence, .stopped, .longest: handle(.recognized(ending.words, run: run), sound: ending.sound)
            case .recognizer: handle(.recognitionFailed(run: run))
            case .microphone, .guest, .staff, .busy:
                let gates = machine.isDeviceAvailable
                handle(.device(isAvailable: false), sound: ending.sound)
                // Another page has the microphone, and nothing else is wrong.
                if gates, ending.reason == .busy { handle(.device(isAvailable: true)) }
            }
        }
    }

    // MARK: Answers

    private func ask(_ draft: AssistantDraft, _ run: Int) {
        keep(
            ConversationMessage(author: .person, text: draft.text, transcript: draft.transcript, time: parts.wall()),
            with: media.files)
        media.clear()
        work?.cancel()
        work = Task { [parts] in
            let answer = await parts.chain.answer(draft.text)
            guard !Task.isCancelled else { return }
            handle(.answered(answer, run: run))
        }
    }

    private func respond(_ answer: SourcedAnswer, _ run: Int) {
        keep(
            ConversationMessage(
                author: .assistant, text: answer.text, source: answer.source, time: parts.wall()))
        work = Task { [parts] in
            if let speaker = parts.speaker {
                for sentence in answer.text.sentences where !Task.isCancelled {
                    caption = sentence
                    show()
                    await speaker.speak(sentence)
                }
            }
            guard !Task.isCancelled else { return }
            caption = ""
            handle(.spoken(run: run))
        }
    }

    // MARK: Conversations

    private func keep(_ message: ConversationMessage, with files: [MediaFile] = []) {
        let index = messages.count
        messages.append(message)
        (isKeepingRefused, isMediaRefused) = (false, false)
        let before = writes
        writes = Task {
            await before?.value
            await write(message, with: files, at: index)
            await readLists()
            show()
        }
    }

    private func write(_ message: ConversationMessage, with files: [MediaFile], at index: Int) async {
        do {
            let kept = try await parts.threads.append(message, with: files, toThread: thread)
            thread = kept.thread
            // Another conversation may have been opened meanwhile.
            if messages.indices.contains(index), messages[index] == message { messages[index].media = kept.media }
        } catch {
            guard !files.isEmpty else {
                isKeepingRefused = true
                return
            }
            // The text is worth more than what belongs to it.
            isMediaRefused = true
            await write(message, with: [], at: index)
        }
    }

    private func delete(media deleted: Int) async {
        guard let thread, let index = messages.firstIndex(where: { $0.media.contains { $0.id == deleted } }) else {
            return
        }
        do {
            try await parts.threads.delete(media: deleted, ofThread: thread)
            messages[index].media.removeAll { $0.id == deleted }
        } catch {
            isKeepingRefused = true
        }
    }

    private func change(to thread: Int?) async {
        handle(.stopped)
        // A message that is being stored belongs to the conversation that is left.
        await writes?.value
        await load(thread)
    }

    private func load(_ wanted: Int?) async {
        (isKeepingRefused, isMediaRefused) = (false, false)
        if let wanted, let found = try? await parts.threads.messages(ofThread: wanted) {
            (thread, messages) = (wanted, found)
        } else {
            (thread, messages) = (nil, [])
        }
        await readLists()
    }

    private func readLists() async {
        threads = (try? await parts.threads.threads()) ?? threads
        saved = (try? await parts.threads.saved()) ?? saved
    }

    private func show() {
        feed.show(
            AssistantPageState(
                state: machine.state.name, partial: machine.partial, text: machine.draft.text,
                transcript: machine.draft.transcript, media: media.shown, revision: revision,
                failure: machine.failure?.rawValue,
                hasVoice: listener != nil, microphone: microphone,
                canListen: machine.isDeviceAvailable && machine.isAudioReady,
                caption: caption, thread: thread,
                threads: threads.prefix(Self.mostThreads).map { .init(id: $0.id, title: $0.title) },
                messages: messages.suffix(Self.mostMessages).map(\.shown),
                saved: saved.map { .init(id: $0.id, text: $0.text, source: $0.source) },
                isKeepingRefused: isKeepingRefused, isMediaRefused: isMediaRefused))
    }
}
