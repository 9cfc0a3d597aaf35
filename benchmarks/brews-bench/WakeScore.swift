internal import BrewsCLI
internal import Foundation
internal import Speech
internal import WakeWord

/// Scores of phrases and background, and what follows from them at each threshold.
struct WakeScore {
    private struct Clip {
        let half: Int
        let best: Double?
    }

    private struct Alarm {
        let phrase: String
        let score: Double
        let half: Int
        let kind: String
    }

    /// Which clips and background a figure is of.
    private enum Part: String, CaseIterable {
        case all = "all", first = "even half", second = "odd half"

        func holds(_ half: Int) -> Bool {
            switch self {
            case .all: true
            case .first: half == 0
            case .second: half == 1
            }
        }
    }

    private static let rates = [0.1, 0.5, 1, 5]

    private let phrases: [String]
    private var conditions: [String] = []
    private var clips: [String: [String: [Clip]]] = [:]
    private var alarms: [Alarm] = []
    private var seconds: [String: [Double]] = [:]

    init(phrases: [String]) { self.phrases = phrases }

    mutating func add(clip: Int, of phrase: String, condition: String, best: Double?) {
        if !conditions.contains(condition) { conditions.append(condition) }
        clips[condition, default: [:]][phrase, default: []].append(Clip(half: clip % 2, best: best))
    }

    mutating func add(background found: [WakeWordDetection], seconds length: Double, half: Int, kind: String) {
        seconds[kind, default: [0, 0]][half] += length
        alarms += found.map { Alarm(phrase: $0.phrase, score: $0.score, half: half, kind: kind) }
    }

    private func hours(_ part: Part) -> Double {
        seconds.values.reduce(0) { sum, halves in
            sum + halves.enumerated().reduce(0) { $0 + (part.holds($1.offset) ? $1.element : 0) }
        } / 3_600
    }

    /// Lowest threshold with at most this many false alarms an hour: one for all phrases, of which the rate is the
    /// mean, or one phrase's own.
    private func threshold(_ rate: Double, _ part: Part, of phrase: String? = nil) -> Double {
        let chosen = phrase.map { [$0] } ?? phrases
        let scores = alarms.filter { part.holds($0.half) && chosen.contains($0.phrase) }.map(\.score).sorted(by: >)
        let allowed = Int(rate * hours(part) * Double(chosen.count))
        // Just above the first alarm that is too many.
        return allowed < scores.count ? scores[allowed].nextUp : 0
    }

    private func missed(_ condition: String, _ phrase: String?, _ threshold: Double, _ part: Part) -> Double {
        let chosen = (phrase.map { [$0] } ?? phrases).flatMap { clips[condition]?[$0] ?? [] }.filter {
            part.holds($0.half)
        }
        return chosen.isEmpty ? 0 : 100 * Double(chosen.count { ($0.best ?? -1) < threshold }) / Double(chosen.count)
    }

    /// Percent of clips missed where each phrase has the threshold that keeps it to this many false alarms an hour;
    /// mean of the phrases.
    private func missedWithOwn(_ rate: Double, _ condition: String) -> Double {
        phrases.reduce(0) { $0 + missed(condition, $1, threshold(rate, .all, of: $1), .all) }
            / Double(max(1, phrases.count))
    }

    private func alarmCount(_ phrase: String, _ threshold: Double, kind: String? = nil) -> Int {
        alarms.count { $0.phrase == phrase && $0.score >= threshold && (kind == nil || $0.kind == kind) }
    }

    /// The tables: percent of clips missed.
    ///
    /// - Parameters:
    ///   - standard: the default phrase, of which there are no clips but alarms.
    ///   - others: more phrases of which there are only alarms.
    func report(standard: String, others: [String]) -> [String] {
        let total = hours(.all)
        var lines = [
            String(format: "background %.2f h: ", total)
                + seconds.keys.sorted().map {
                    String(format: "%@ %.2f h", $0, (seconds[$0] ?? []).reduce(0, +) / 3_600)
                }.joined(separator: ", ")
        ]
        lines.append(
            """
            one threshold for all phrases; a rate is the mean of the phrases; \
            fewer alarms than 1 in the background show as 0
            """
        )
        lines.append(
            "false alarms/h".padded(to: 16) + "part".padded(to: 11) + "threshold".padded(to: 11)
                + conditions.map { $0.padded(to: 20) }.joined() + "% missed")
        for rate in Self.rates {
            for part in Part.allCases {
                let threshold = threshold(rate, part)
                lines.append(
                    String(format: "%-16g", rate) + part.rawValue.padded(to: 11) + String(format: "%-11.2f", threshold)
                        + row(nil, threshold, part))
            }
            // A threshold that was chosen on one half, on the other.
            let chosen = threshold(rate, .first)
            let found = phrases.reduce(0) { sum, phrase in
                sum + alarms.count { $0.phrase == phrase && $0.half == 1 && $0.score >= chosen }
            }
            let actual = hours(.second) > 0 ? Double(found) / hours(.second) / Double(max(1, phrases.count)) : 0
            lines.append(
                String(format: "%-16.2f", actual) + "even→odd".padded(to: 11) + String(format: "%-11.2f", chosen)
                    + row(nil, chosen, .second))
        }
        lines.append("each phrase at a threshold of its own, as published comparisons have it:")
        for rate in Self.rates {
            let own = phrases.map { threshold(rate, .all, of: $0) }
            let range = String(format: "%.1f–%.1f", own.min() ?? 0, own.max() ?? 0)
            let figures = conditions.map { String(format: "%-20.1f", missedWithOwn(rate, $0)) }.joined()
            lines.append(
                String(format: "%-16g", rate) + Part.all.rawValue.padded(to: 11) + range.padded(to: 11) + figures)
        }
        lines.append("at the default thresholds:")
        for phrase in phrases {
            let fixed = WakePhrase.threshold(of: phrase)
            lines.append(
                String(format: "%-16.2f", Double(alarmCount(phrase, fixed)) / max(total, 1e-9)) + phrase.padded(to: 22)
                    + row(phrase, fixed, .all))
        }
        for kind in seconds.keys.sorted() {
            let counts = (phrases + [standard]).map {
                "\($0) \(alarmCount($0, WakePhrase.threshold(of: $0), kind: kind))"
            }
            lines.append(
                String(format: "  alarms in %.2f h of %@: ", (seconds[kind] ?? []).reduce(0, +) / 3_600, kind)
                    + counts.joined(separator: ", "))
        }
        let counts = [0, 0.5, 1, 1.5].map { more -> String in
            let threshold = WakePhrase.threshold(of: standard) - more
            return String(format: "%d at %.2f", alarmCount(standard, threshold), threshold)
        }
        lines.append(String(format: "“%@”, false alarms in %.2f h: ", standard, total) + counts.joined(separator: ", "))
        guard !others.isEmpty else { return lines }
        let rates = [-1.0, -0.5, 0, 0.5, 1].map { more -> String in
            let threshold = WakePhrase.defaultThreshold + more
            let rates = (phrases + others).map { Double(alarmCount($0, threshold)) / max(total, 1e-9) }
            let often = rates.count { $0 > 0.1 }
            return String(
                format: "%.3f at %.2f (more than 0.1 for %d)", rates.reduce(0, +) / Double(rates.count), threshold,
                often)
        }
        lines.append(
            "\(phrases.count + others.count) phrases, false alarms of one an hour: " + rates.joined(separator: ", "))
        return lines
    }

    /// The tables as one JSON object for each row.
    func objects(standard: String, others: [String]) -> [Row] {
        func missed(_ phrase: String?, _ threshold: Double, _ part: Part) -> [String: Double] {
            Dictionary(uniqueKeysWithValues: conditions.map { ($0, self.missed($0, phrase, threshold, part) / 100) })
        }
        let total = hours(.all)
        let curve = Self.rates.flatMap { rate in
            Part.allCases.map { part in
                let threshold = threshold(rate, part)
                return Row(
                    phrase: nil, part: part.rawValue, falseAlarmsPerHour: rate, threshold: threshold,
                    backgroundHours: hours(part), missed: missed(nil, threshold, part))
            }
        }
        let own = phrases.flatMap { phrase in
            Self.rates.map { rate in
                let threshold = threshold(rate, .all, of: phrase)
                return Row(
                    phrase: phrase, part: "own threshold", falseAlarmsPerHour: rate, threshold: threshold,
                    backgroundHours: total,
                    missed: missed(phrase, threshold, .all))
            }
        }
        return curve + own
            + (phrases + [standard] + others).map { phrase in
                let fixed = WakePhrase.threshold(of: phrase)
                return Row(
                    phrase: phrase, part: Part.all.rawValue,
                    falseAlarmsPerHour: Double(alarmCount(phrase, fixed)) / max(total, 1e-9), threshold: fixed,
                    backgroundHours: total, missed: phrases.contains(phrase) ? missed(phrase, fixed, .all) : [:])
            }
    }

    /// A point of the curve: of all phrases or of one at a threshold of its own (allowed false alarms an hour), or of
    /// one at the default threshold (its false alarms an hour).
    struct Row: Encodable {
        let phrase: String?
        let part: String
        let falseAlarmsPerHour: Double
        let threshold: Double
        let backgroundHours: Double
        /// Share of clips missed, by condition; empty for a phrase without clips.
        let missed: [String: Double]
    }

    private func row(_ phrase: String?, _ threshold: Double, _ part: Part) -> String {
        conditions.map { String(format: "%-20.1f", missed($0, phrase, threshold, part)) }.joined()
    }
}
