internal import Foundation
internal import Speech

/// When libvosk ends an utterance, as a model's `conf/model.conf` has it (Kaldi's `OnlineEndpointConfig`).
enum EndpointRules {
    /// Kaldi's, in seconds: after a likely end of a sentence, a less likely one, and any word at all.
    private static let standard = ["rule2": 0.5, "rule3": 1, "rule4": 2]

    /// The shortest silence after a word at which an utterance ends: the decoder's best path has nothing but silence in it.
    ///
    /// - Parameter directory: the model's; a file that is missing or unreadable means Kaldi's rules.
    static func shortestSilence(ofModelIn directory: String) -> SampleCount {
        let lines = (try? String(contentsOfFile: directory + "/conf/model.conf", encoding: .utf8)) ?? ""
        return shortestSilence(lines)
    }

    static func shortestSilence(_ lines: String) -> SampleCount {
        var silences = standard
        for line in lines.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].split(separator: ".")
            guard name.count == 3, name[0] == "--endpoint", name[2] == "min-trailing-silence", let seconds = Double(parts[1]),
                silences.keys.contains(String(name[1])), (0...60).contains(seconds)
            else { continue }
            silences[String(name[1])] = seconds
        }
        return SampleCount(seconds: silences.values.min() ?? 0)
    }
}
