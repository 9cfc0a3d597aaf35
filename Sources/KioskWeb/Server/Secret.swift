/// Random secrets of this server and their comparison.
enum Secret {
    /// 256 random bits from the kernel (`getrandom(2)`), hexadecimal.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Compares two texts in constant time for a given length of the candidate.
    static func matches(_ candidate: String, _ secret: String) -> Bool {
        let secret = Array(secret.utf8)
        guard !secret.isEmpty else { return false }
        var difference = candidate.utf8.count ^ secret.count
        for (index, byte) in candidate.utf8.enumerated() { difference |= Int(byte ^ secret[index % secret.count]) }
        return difference == 0
    }
}
