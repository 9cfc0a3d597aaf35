internal import CCrypto
public import Foundation

/// SHA-256 digests with OpenSSL's libcrypto (`EVP_Digest…`).
public enum FileDigest {
    private static let blockBytes = 1 << 20

    /// SHA-256 of a file's contents.
    ///
    /// - Returns: 64 lower-case hexadecimal characters, or `nil` when the file cannot be read or hashed.
    public static func sha256(ofFile path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let hash = HashingStream() else { return nil }
        defer { try? file.close() }
        do {
            while let block = try file.read(upToCount: blockBytes), !block.isEmpty { block.withUnsafeBytes(hash.add) }
        } catch {
            return nil
        }
        return hash.finish()
    }

    /// SHA-256 of bytes, in the same form; `nil` when libcrypto cannot allocate memory.
    public static func sha256(of data: Data) -> String? {
        guard let hash = HashingStream() else { return nil }
        data.withUnsafeBytes(hash.add)
        return hash.finish()
    }
}

/// Incremental SHA-256.
final class HashingStream {
    private let context: OpaquePointer
    private var isWhole: Bool

    /// - Returns: `nil` when libcrypto cannot allocate memory or lacks SHA-256.
    init?() {
        guard let context = EVP_MD_CTX_new() else { return nil }
        self.context = context
        isWhole = EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        // `deinit` frees the context.
        guard isWhole else { return nil }
    }

    deinit { EVP_MD_CTX_free(context) }

    func add(_ block: UnsafeRawBufferPointer) {
        isWhole = EVP_DigestUpdate(context, block.baseAddress, block.count) == 1 && isWhole
    }

    /// - Returns: 64 lower-case hexadecimal characters, or `nil` when a step failed. Call it once.
    func finish() -> String? {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard isWhole, EVP_DigestFinal_ex(context, &digest, &length) == 1, length == 32 else { return nil }
        isWhole = false
        return Hexadecimal.text(digest)
    }
}

/// Bytes as lower-case hexadecimal text.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
