/// Random text that only pages of this server know, and the way to compare secrets.
enum Secret {
    /// 256 bits from the system's generator (`getrandom(2)`), hexadecimal.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether two texts are the same bytes, in a time that depends on the candidate's length alone: no byte is looked
    /// at less because an earlier one differed.
    static func matches(_ candidate: String, _ secret: String) -> Bool {
        let secret = Array(secret.utf8)
        guard !secret.isEmpty else { return false }
        var difference = candidate.utf8.count ^ secret.count
        for (index, byte) in candidate.utf8.enumerated() { difference |= Int(byte ^ secret[index % secret.count]) }
        return difference == 0
    }
}
