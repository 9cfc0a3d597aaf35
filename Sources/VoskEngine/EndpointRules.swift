internal import Foundation
internal import Speech

/// When libvosk ends an utterance, as a model's `conf/model.conf` has it (Kaldi's `OnlineEndpointConfig`).
struct EndpointRules: Equatable, Sendable {
    /// The shortest silence at which an utterance ends: the decoder's best path has nothing but silence in it.
    let shortestSilence: SampleCount
    /// What is as long ends without any silence.
    let longestUtterance: SampleCount

    /// - Parameter directory: the model's; a file that is missing or unreadable means Kaldi's rules.
    init(ofModelIn directory: String) {
        self.init((try? String(contentsOfFile: directory + "/conf/model.conf", encoding: .utf8)) ?? "")
    }

    /// - Parameter lines: options, one a line.
    init(_ lines: String) {
        // Kaldi's, in seconds: after nothing or anything, a likely end of a sentence, a less likely one, and any word
        // at all.
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
