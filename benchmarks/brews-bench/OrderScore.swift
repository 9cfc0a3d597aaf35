internal import Foundation
internal import KioskRuntime
internal import Ordering
internal import Speech
internal import VoiceOrdering

/// Result of one condition of the orders benchmark.
struct OrderScore {
    struct Miss {
        let clip: String
        let heard: String
        let wanted: String
        /// Slots whose words were not recognised.
        let unheard: [String]
        /// `nil` without `--causes`.
        let cause: MissCause?
    }

    let condition: String
    private(set) var takes = 0
    private(set) var accepted = 0
    /// Accepted takes whose order has nothing else: no other line, no higher quantity, no option that was not spoken.
    private(set) var exact = 0
    /// Takes with the labelled order, whatever the words for it: "ice mocha" for "iced mocha".
    private(set) var same = 0
    private(set) var misses: [Miss] = []
    /// Utterances by what their second reading did; empty for an engine that reads once.
    var secondReadings: [String: Int] = [:]
    private(set) var latency = OrderingLatency()
    /// Takes decoded a second time without early-stable words, and those with different words.
    private(set) var compared = 0
    private(set) var differing = 0

    init(condition: String) {
        self.condition = condition
        // A whole corpus with several seeds has more delays than the ten thousand that a session's recorder holds.
        latency.audioToPreview = LatencyRecorder(capacity: 1_000_000)
        latency.textToPreview = LatencyRecorder(capacity: 1_000_000)
        latency.audioToReply = LatencyRecorder(capacity: 1_000_000)
    }

    /// Adds a take.
    ///
    /// - Parameters:
    ///   - wanted: the order that the labelled words mean; `nil` leaves `same` alone.
    ///   - cause: why the order was missed; `nil` where it was accepted, or without `--causes`.
    mutating func add(
        _ outcome: OrderOutcome, clip: OrderCorpus.Clip, wanted: ParsedOrderItem? = nil, menu: Menu,
        cause: MissCause? = nil
    ) {
        takes += 1
        latency.merge(outcome.latency)
        if let wanted, outcome.lines.contains(where: { Self.isSame($0.line, wanted) }) { same += 1 }
        if Self.accepts(outcome, clip.slots, menu) {
            accepted += 1
            if Self.isExact(outcome, clip.slots) { exact += 1 }
        } else {
            let wanted = clip.slots.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            let unheard = MissCause.missing(clip.slots, from: outcome.transcript)
            misses.append(
                Miss(clip: clip.name, heard: outcome.transcript, wanted: wanted, unheard: unheard, cause: cause))
        }
    }

    /// Adds another score's takes.
    mutating func merge(_ other: OrderScore) {
        takes += other.takes
        accepted += other.accepted
        exact += other.exact
        same += other.same
        misses += other.misses
        latency.merge(other.latency)
        compared += other.compared
        differing += other.differing
    }

    /// Missed orders by cause, and how often the words of each slot were not recognised where the cause is acoustic;
    /// `nil` without `--causes`.
    var causes: (orders: [String: Int], unheardSlots: [String: Int])? {
        guard misses.contains(where: { $0.cause != nil }) else { return nil }
        let slots = misses.filter { $0.cause == .acoustic }.flatMap(\.unheard)
        return (Self.counts(misses.compactMap(\.cause?.rawValue)), Self.counts(slots))
    }

    /// The causes as a line of text.
    var causesRow: String? {
        causes.map { causes in
            func list(_ counts: [String: Int]) -> String {
                counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(
                    separator: ", ")
            }
            return "  missed: \(list(causes.orders))"
                + (causes.unheardSlots.isEmpty
                    ? "" : "; unheard slots of the acoustic ones: \(list(causes.unheardSlots))")
        }
    }

    /// The second readings as a line of text; `nil` without any.
    var secondReadingsRow: String? {
        guard !secondReadings.isEmpty else { return nil }
        let counts = secondReadings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return "  second readings: " + counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    private static func counts(_ names: [String]) -> [String: Int] {
        Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Whether one line of an order has every labelled slot.
    static func accepts(_ outcome: OrderOutcome, _ slots: [String: String], _ menu: Menu) -> Bool {
        outcome.lines.contains { accepts($0.line, slots, menu) }
    }

    /// Whether an accepted order holds nothing beyond the labels.
    static func isExact(_ outcome: OrderOutcome, _ slots: [String: String]) -> Bool {
        guard let line = outcome.lines.first?.line, outcome.lines.count == 1, line.quantity == 1 else { return false }
        return line.options.allSatisfy { $0.spoken.isEmpty || slots[$0.option.group] == $0.spoken }
    }

    /// Whether a line has the item, quantity and options of another; further options do not count.
    static func isSame(_ line: OrderLine, _ wanted: ParsedOrderItem) -> Bool {
        line.itemId == wanted.itemId && line.quantity == wanted.quantity
            && wanted.options.allSatisfy { option in
                line.options.contains {
                    $0.option == option.option && $0.amount == option.amount && $0.count == option.count
                }
            }
    }

    mutating func compare(_ transcript: String, with plain: String) {
        compared += 1
        if transcript != plain { differing += 1 }
    }

    /// Whether a line has every labelled slot: a slot named like an option group must have that group's words, any
    /// other slot the item's name. Without labels no line is accepted.
    static func accepts(_ line: OrderLine, _ slots: [String: String], _ menu: Menu) -> Bool {
        guard !slots.isEmpty else { return false }
        return slots.allSatisfy { slot, words in
            guard menu.group(slot) != nil else { return line.item.nameSpoken == words }
            return line.options.contains { $0.option.group == slot && $0.spoken == words }
        }
    }

    var acceptance: Double { takes == 0 ? 0 : Double(accepted) / Double(takes) }

    static let header =
        """
        condition                 takes  accepted  acceptance   exact    same order     RTF  preview p50   p95    \
        max ms  early-stable differs
        """

    var row: String {
        let preview = latency.audioToPreview.summary
        let stability = compared == 0 ? "-" : "\(differing)/\(compared)"
        return condition.padding(toLength: 24, withPad: " ", startingAt: 0)
            + String(
                format: "%7d%10d%10.1f %%%8d%6d%6.1f %%%8.3f%13.1f%6.1f%10.1f  ", takes, accepted,
                acceptance * 100, exact, same, takes == 0 ? 0 : 100 * Double(same) / Double(takes),
                latency.realTimeFactor,
                preview?.p50.milliseconds ?? 0, preview?.p95.milliseconds ?? 0, preview?.max.milliseconds ?? 0)
            + stability
    }

    /// JSON of one condition, with everything needed to repeat it.
    struct Report: Encodable {
        let benchmark = "orders"
        let condition: String
        let takes: Int
        let accepted: Int
        let acceptance: Double
        let exact: Int
        let sameOrder: Int
        /// Utterances by what their second reading did.
        let secondReadings: [String: Int]
        let realTimeFactor: Double
        let audioToPreviewMilliseconds: [String: Double]
        let textToPreviewMilliseconds: [String: Double]
        let earlyStableCompared: Int
        let earlyStableDiffering: Int
        /// Missed orders by cause, and slots not recognised in the acoustic ones, with `--causes`.
        let causes: [String: Int]?
        let unheardSlots: [String: Int]?
        let corpus: String
        let model: String
        let vocabulary: String
        let machine: String
        let command: String

        init(_ score: OrderScore, corpus: String, model: String, vocabulary: String) {
            condition = score.condition
            takes = score.takes
            accepted = score.accepted
            acceptance = score.acceptance
            exact = score.exact
            sameOrder = score.same
            secondReadings = score.secondReadings
            realTimeFactor = score.latency.realTimeFactor
            audioToPreviewMilliseconds = Self.percentiles(score.latency.audioToPreview)
            textToPreviewMilliseconds = Self.percentiles(score.latency.textToPreview)
            earlyStableCompared = score.compared
            earlyStableDiffering = score.differing
            causes = score.causes?.orders
            unheardSlots = score.causes?.unheardSlots
            self.corpus = corpus
            self.model = model
            self.vocabulary = vocabulary
            machine = Machine.description
            command = CommandLine.arguments.joined(separator: " ")
        }

        private static func percentiles(_ recorder: LatencyRecorder) -> [String: Double] {
            guard let summary = recorder.summary else { return [:] }
            return [
                "p50": summary.p50.milliseconds, "p95": summary.p95.milliseconds, "p99": summary.p99.milliseconds,
                "max": summary.max.milliseconds,
            ]
        }
    }
}

/// The machine that the figures were measured on.
enum Machine {
    static var description: String {
        let cpu =
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        return
            """
            \(cpu), \(ProcessInfo.processInfo.activeProcessorCount) cores, \
            \(ProcessInfo.processInfo.operatingSystemVersionString)
            """
    }
}
