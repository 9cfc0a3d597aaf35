internal import Foundation
internal import Speech

/// libvosk's endpoint rules, from a model's `conf/model.conf` (Kaldi's `OnlineEndpointConfig`).
struct EndpointRules: Equatable, Sendable {
    /// Shortest trailing silence, on the decoder's best path, that ends an utterance.
    let shortestSilence: SampleCount
    /// Length at which an utterance ends without any silence.
    let longestUtterance: SampleCount

    /// Reads a model's rules.
    ///
    /// - Parameter directory: the model's directory. Kaldi's defaults apply when the file is missing or unreadable.
    init(ofModelIn directory: String) {
        self.init((try? String(contentsOfFile: directory + "/conf/model.conf", encoding: .utf8)) ?? "")
    }

    /// Parses rules.
    ///
    /// - Parameter lines: options, one per line.
    init(_ lines: String) {
        // Kaldi's defaults in seconds: rule 1 applies without speech, rules 2 to 4 after a likely, a less likely and
        // any final state.
        var silences = ["rule1": 5.0, "rule2": 0.5, "rule3": 1, "rule4": 2]
        var longest = 20.0
        for line in lines.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let seconds = Double(parts[1]), (0...3_600).contains(seconds) else { continue }
            let name = parts[0].split(separator: ".")
            guard name.count == 3, name[0] == "--endpoint" else { continue }
            if name[2] == "min-trailing-silence", silences.keys.contains(String(name[1])) {
                silences[String(name[1])] = seconds
            }
            if name[1] == "rule5", name[2] == "min-utterance-length" { longest = seconds }
        }
        shortestSilence = SampleCount(seconds: silences.values.min() ?? 0)
        longestUtterance = SampleCount(seconds: longest)
    }
}
