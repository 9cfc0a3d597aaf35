internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import VoiceActivity

/// One commissioning of a microphone: the room's noise, then five orders of the menu read aloud.
///
/// A value with one owner, who hands it what the microphone hears and what the recogniser makes of it.
struct MicrophoneCheckRun {
    /// How long the room is listened to.
    static let quietTime = SampleCount(seconds: 3)
    /// Sentences to read.
    static let sentenceCount = 5
    /// After so long without an action of the staff nobody is there any more; ample for five sentences.
    static let patience = Duration.seconds(120)

    private enum Phase: Equatable {
        case quiet
        case reading
        case over
    }

    private struct Sentence {
        let text: String
        let parse: OrderParseResult
    }

    private let parser: OrderParsingPipeline
    private let sentences: [Sentence]
    private var phase = Phase.quiet
    private var room = SignalStatistics()
    private var voice = SignalStatistics()
    private var level = AudioLevel.silence
    private var readings: [MicrophoneCheck.Reading] = []
    /// When the staff last did something about it.
    var lastAction = Duration.zero

    /// - Returns: `nil` for a menu that has nothing to read.
    init?(menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter) {
        self.parser = parser
        sentences = Self.orders(menu).map { line in
            let text = "can i get " + writer.describe(line)
            return Sentence(text: text, parse: parser.parse(text))
        }
        if sentences.isEmpty { return nil }
    }

    /// Orders spread over the menu, each with a size and a milk where the item has them.
    private static func orders(_ menu: Menu) -> [OrderLine] {
        let items = menu.items.filter(\.available)
        guard !items.isEmpty else { return [] }
        return (0..<sentenceCount).map { number in
            let item = items[number * items.count / sentenceCount]
            let options = item.groups.lazy.compactMap(menu.group).filter { [.size, .milk].contains($0.kind) }.compactMap
            { group in
                group.options.isEmpty
                    ? nil
                    : SelectedOption(
                        option: OptionReference(group: group.id, option: group.options[number % group.options.count].id)
                    )
            }
            return OrderLine(
                id: number,
                item: ParsedOrderItem(
                    itemId: item.id, name: item.name, quantity: 1, options: Array(options), spoken: "", nameSpoken: "",
                    confidence: 1))
        }
    }

    /// Whether the recogniser is to listen.
    var isReading: Bool { phase == .reading }
    var isOver: Bool { phase == .over }

    mutating func hear(_ frame: AudioFrame, isSpeech: Bool) {
        if isSpeech { voice.add(frame.samples) }
        guard phase == .quiet else { return }
        room.add(frame.samples)
        if room.samples >= Self.quietTime { phase = .reading }
    }

    mutating func hear(level: Double) { self.level = level }

    /// Takes an utterance as the reading of the present sentence.
    mutating func read(_ text: String) {
        guard phase == .reading, readings.count < sentences.count else { return }
        let sentence = sentences[readings.count]
        readings.append(
            .init(sentence: sentence.text, heard: text, isRight: Self.isSame(parser.parse(text), sentence.parse)))
        if readings.count == sentences.count { phase = .over }
    }

    /// The sentence that was read last is read once more.
    mutating func again() {
        guard phase != .quiet, !readings.isEmpty else { return }
        readings.removeLast()
        phase = .reading
    }

    mutating func skip() { read("") }

    private static func isSame(_ one: OrderParseResult, _ other: OrderParseResult) -> Bool {
        func order(_ parse: OrderParseResult) -> [String] {
            parse.items.map { item in
                "\(item.quantity) \(item.itemId) "
                    + item.options.map { "\($0.option.group)/\($0.option.option)/\($0.amount?.rawValue ?? "")" }
                    .sorted().joined(separator: " ")
            }.sorted()
        }
        return !one.items.isEmpty && order(one) == order(other)
    }

    /// As the staff's page shows it.
    var status: MicrophoneCheck {
        MicrophoneCheck(
            phase: phase == .quiet ? .quiet : phase == .reading ? .reading : .finished, level: level,
            noiseFloor: phase == .quiet ? nil : room.level, speechLevel: voice.samples.samples == 0 ? nil : voice.level,
            clippedShare: voice.samples.samples == 0 ? 0 : voice.clippedShare,
            sentence: phase == .reading ? sentences[readings.count].text : nil, readings: readings,
            sentences: sentences.count, advice: advice)
    }

    private var advice: [String] {
        guard phase != .quiet else { return [] }
        var advice: [String] = []
        if room.level < -75 {
            advice.append(
                "The room is quieter than a microphone can be: check that it is the right one, and not muted.")
        }
        if room.level > -40 {
            advice.append("The room is loud: move the microphone towards the guest, or away from the machines.")
        }
        guard voice.samples.samples > 0 else { return advice }
        if voice.clippedShare > 0.001 {
            advice.append("The voice is cut off at full scale: turn the microphone's gain down.")
        }
        if voice.level < -40 {
            advice.append("The voice is faint: turn the microphone's gain up, or bring it nearer to the guest.")
        }
        if voice.level - room.level < 12 {
            advice.append("The voice is hardly louder than the room: guests will have to repeat themselves.")
        }
        let wrong = readings.count { !$0.isRight }
        if phase == .over, wrong > 1 {
            advice.append(
                "\(wrong) of \(readings.count) orders were not understood: try another place for the microphone.")
        }
        return advice
    }
}
