internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import VoiceActivity

/// A microphone check: measures the room's noise, then evaluates five orders of the menu read aloud.
///
/// A value type with one owner, which passes in the audio and the recognised sentences.
struct MicrophoneCheckRun {
    /// Duration of the noise measurement.
    static let noiseDuration = SampleCount(seconds: 3)
    /// Number of sentences to read.
    static let sentenceCount = 5
    /// Time without a staff action after which the check is abandoned; ample for five sentences.
    static let timeout = Duration.seconds(120)

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
    private var noise = SignalStatistics()
    private var speech = SignalStatistics()
    /// Current level in dBFS.
    var level = AudioLevel.silence
    private var readings: [MicrophoneCheck.Reading] = []
    /// When the staff last touched the page.
    var lastAction = Duration.zero

    /// - Returns: `nil` for a menu without available items.
    init?(menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter) {
        self.parser = parser
        sentences = Self.orders(menu).map { line in
            let text = "can i get " + writer.describe(line)
            return Sentence(text: text, parse: parser.parse(text))
        }
        if sentences.isEmpty { return nil }
    }

    /// Orders from the whole menu, each with a size and a milk where the item has these options.
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

    /// Whether sentences are to be recognised.
    var isReading: Bool { phase == .reading }
    /// Whether all sentences have been read.
    var isOver: Bool { phase == .over }

    /// Adds a frame to the measurements.
    ///
    /// - Parameter isSpeech: whether speech is detected at its end.
    mutating func add(_ frame: AudioFrame, isSpeech: Bool) {
        if isSpeech { speech.add(frame.samples) }
        guard phase == .quiet else { return }
        noise.add(frame.samples)
        if noise.samples >= Self.noiseDuration { phase = .reading }
    }

    /// Evaluates an utterance as the reading of the current sentence.
    mutating func evaluate(_ text: String) {
        guard phase == .reading, readings.count < sentences.count else { return }
        let sentence = sentences[readings.count]
        readings.append(
            .init(sentence: sentence.text, heard: text, isRight: Self.isSame(parser.parse(text), sentence.parse)))
        if readings.count == sentences.count { phase = .over }
    }

    /// Requests the previous sentence again.
    mutating func repeatSentence() {
        guard phase != .quiet, !readings.isEmpty else { return }
        readings.removeLast()
        phase = .reading
    }

    /// Counts the current sentence as not understood.
    mutating func skipSentence() { evaluate("") }

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

    /// The check as the staff's page shows it.
    var status: MicrophoneCheck {
        MicrophoneCheck(
            phase: phase == .quiet ? .quiet : phase == .reading ? .reading : .finished, level: level,
            noiseFloor: phase == .quiet ? nil : noise.level,
            speechLevel: speech.samples.samples == 0 ? nil : speech.level,
            clippedShare: speech.samples.samples == 0 ? 0 : speech.clippedShare,
            sentence: phase == .reading ? sentences[readings.count].text : nil, readings: readings,
            sentences: sentences.count, advice: advice)
    }

    private var advice: [String] {
        guard phase != .quiet else { return [] }
        var advice: [String] = []
        if noise.level < -75 {
            advice.append(
                "The room is quieter than a microphone can be: check that it is the right one, and not muted.")
        }
        if noise.level > -40 {
            advice.append("The room is loud: move the microphone towards the guest, or away from the machines.")
        }
        guard speech.samples.samples > 0 else { return advice }
        if speech.clippedShare > 0.001 {
            advice.append("The voice is cut off at full scale: turn the microphone's gain down.")
        }
        if speech.level < -40 {
            advice.append("The voice is faint: turn the microphone's gain up, or bring it nearer to the guest.")
        }
        if speech.level - noise.level < 12 {
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
