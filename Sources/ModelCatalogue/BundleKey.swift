internal import CCrypto
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// The private key that signs bundles (Ed25519, RFC 8032), in the format of RFC 8410, which other tools read.
public struct BundleSigningKey: Sendable {
    private static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let label = "PRIVATE KEY"

    private let secret: [UInt8]
    /// The public key, for kiosks.
    public let publicKey: BundlePublicKey

    /// Generates a key from the system's random numbers (`RAND_priv_bytes`).
    ///
    /// - Throws: `ModelError.key` when libcrypto fails.
    public init() throws(ModelError) {
        var secret = [UInt8](repeating: 0, count: 32)
        guard RAND_priv_bytes(&secret, 32) == 1 else {
            throw .key(path: "", reason: "libcrypto gave no random numbers")
        }
        try self.init(secret: secret, path: "")
    }

    /// Reads a key file (PKCS #8, PEM).
    public init(path: String) throws(ModelError) {
        try self.init(secret: try PEM.read(path, label: Self.label, prefix: Self.prefix), path: path)
    }

    private init(secret: [UInt8], path: String) throws(ModelError) {
        self.secret = secret
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count) else {
            throw .key(path: path, reason: "libcrypto refuses it")
        }
        defer { EVP_PKEY_free(key) }
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == 32 else {
            throw .key(path: path, reason: "libcrypto refuses it")
        }
        publicKey = BundlePublicKey(bytes: bytes)
    }

    /// The key file's text.
    var pem: String { PEM.text(secret, label: Self.label, prefix: Self.prefix) }

    /// Writes `path.key`, readable by its owner only, and `path.pub`.
    ///
    /// - Throws: `ModelError.key` when one of them exists. Bundles signed with a new key are refused by kiosks that
    ///   have the old one.
    public func write(to path: String) throws(ModelError) {
        try PEM.write(pem, to: path + ".key", mode: 0o600)
        do throws(ModelError) {
            try PEM.write(publicKey.pem, to: path + ".pub", mode: 0o644)
        } catch {
            // A private key is useless without its public key.
            unlink(path + ".key")
            throw error
        }
    }

    /// - Returns: the signature, 64 bytes (`EVP_DigestSign`).
    func signature(of message: [UInt8]) throws(ModelError) -> [UInt8] {
        let failed = ModelError.key(path: "", reason: "libcrypto does not sign with it")
        guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count) else { throw failed }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { throw failed }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1, count == 64
        else {
            throw failed
        }
        return signature
    }
}

/// The public key that verifies bundles on a kiosk.
public struct BundlePublicKey: Equatable, Sendable {
    private static let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    private static let label = "PUBLIC KEY"
    /// Default path on a kiosk.
    public static let standardPath = "/etc/brews/bundle.pub"

    private let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a key file (SubjectPublicKeyInfo, PEM).
    public init(path: String) throws(ModelError) {
        bytes = try PEM.read(path, label: Self.label, prefix: Self.prefix)
    }

    /// The key file's text.
    var pem: String { PEM.text(bytes, label: Self.label, prefix: Self.prefix) }

    /// The first 16 characters of the key's SHA-256, for people to compare.
    public var fingerprint: String { String((FileDigest.sha256(of: Data(bytes)) ?? "").prefix(16)) }

    /// Whether a signature of exactly this message is valid (`EVP_DigestVerify`).
    func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64, let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
        else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}

/// Keys as text: a fixed prefix, which is all the ASN.1 of Ed25519, and 32 bytes (RFC 7468, RFC 8410).
private enum PEM {
    private static let largestFile = 4_096

    static func text(_ key: [UInt8], label: String, prefix: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(Data(prefix + key).base64EncodedString())\n-----END \(label)-----\n"
    }

    static func write(_ text: String, to path: String, mode: mode_t) throws(ModelError) {
        func failed() -> ModelError {
            .key(path: path, reason: "it cannot be written (\(String(cString: strerror(errno))))")
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failed() }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let failure = failed()
            unlink(path)
            throw failure
        }
    }

    static func read(_ path: String, label: String, prefix: [UInt8]) throws(ModelError) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: largestFile) else {
            throw .key(path: path, reason: "there is no such file, or no permission")
        }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard lines.count >= 3, lines.first == "-----BEGIN \(label)-----", lines.last == "-----END \(label)-----",
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined()).map(Array.init),
            bytes.count == prefix.count + 32, bytes.starts(with: prefix)
        else { throw .key(path: path, reason: "it is no Ed25519 \(label.lowercased()) in PEM") }
        return Array(bytes.dropFirst(prefix.count))
    }
}
