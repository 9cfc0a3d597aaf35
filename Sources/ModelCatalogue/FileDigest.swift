internal import CCrypto
internal import Foundation

/// SHA-256 of a file, by OpenSSL's libcrypto (`EVP_Digest…`).
enum FileDigest {
    private static let blockBytes = 1 << 20

    /// - Returns: 64 lower-case hexadecimal characters, or `nil` when the file cannot be read or hashed.
    static func sha256(ofFile path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let context = EVP_MD_CTX_new() else { return nil }
        defer {
            EVP_MD_CTX_free(context)
            try? file.close()
        }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
        do {
            while let block = try file.read(upToCount: blockBytes), !block.isEmpty {
                guard block.withUnsafeBytes({ EVP_DigestUpdate(context, $0.baseAddress, $0.count) }) == 1 else { return nil }
            }
        } catch {
            return nil
        }
        return finish(context)
    }

    static func sha256(of data: Data) -> String? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1,
            data.withUnsafeBytes({ EVP_DigestUpdate(context, $0.baseAddress, $0.count) }) == 1
        else { return nil }
        return finish(context)
    }

    private static func finish(_ context: OpaquePointer) -> String? {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &length) == 1, length == 32 else { return nil }
        let digits = Array("0123456789abcdef")
        return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
