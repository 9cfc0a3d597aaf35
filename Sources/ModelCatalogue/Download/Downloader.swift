internal import Foundation
internal import PlatformSupport

/// Downloads files over HTTP with libcurl and resumes interrupted downloads.
///
/// Partial data is kept beside the target as `.part`, with the server's validator. A later attempt requests the rest
/// with `Range` and `If-Range` (RFC 9110), so a changed file is sent whole and never mixed from two versions. The
/// caller verifies the digest.
public struct Downloader: Sendable {
    /// Progress of a download in bytes.
    public struct Progress: Equatable, Sendable {
        /// Bytes received so far.
        public let bytes: Int
        /// `nil` when the server does not say.
        public let total: Int?
    }

    /// Pauses between attempts after temporary failures; they restart whenever bytes arrive.
    public static let standardPauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16)]

    private enum Attempt: Sendable {
        case complete
        case retry(reason: String, advanced: Bool)
    }

    private let library: CurlLibrary
    private let worker = SerialWorker(label: "download")
    private let pauses: [Duration]
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - pauses: pauses before the second, third, … attempt.
    ///   - clock: measures the pauses.
    /// - Throws: `DownloadError.libraryMissing`.
    public init(pauses: [Duration] = Downloader.standardPauses, clock: any Clock<Duration> = ContinuousClock())
        throws(DownloadError)
    {
        library = try CurlLibrary()
        self.pauses = pauses
        self.clock = clock
    }

    /// Downloads one file. Cancelling the task ends the transfer and keeps the partial file.
    ///
    /// - Parameters:
    ///   - address: http or https; redirections are followed, from https only to https.
    ///   - path: path of the complete file.
    ///   - expected: size in bytes, if known.
    ///   - most: largest size in bytes.
    ///   - progress: called on a thread of the downloader after every block.
    /// - Throws: `DownloadError`, or `CancellationError`.
    public func fetch(
        _ address: String, to path: String, expected: Int?, most: Int, progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw DownloadError.address(address)
        }
        let stop = AbortFlag()
        var failures = 0, tries = 0
        while true {
            tries += 1
            let attempt: Attempt = try await withTaskCancellationHandler {
                try await worker.run {
                    try self.attempt(address, to: path, expected: expected, most: most, stop: stop, progress: progress)
                }
            } onCancel: {
                stop.raise()
            }
            switch attempt {
            case .complete: return
            case .retry(let reason, let advanced):
                failures = advanced ? 1 : failures + 1
                guard failures <= pauses.count else {
                    throw DownloadError.connection(reason: reason, address: address, tries: tries)
                }
                try await clock.sleep(for: pauses[failures - 1])
            }
        }
    }

    /// One attempt, on the worker.
    private func attempt(
        _ address: String, to path: String, expected: Int?, most: Int, stop: AbortFlag,
        progress: @escaping @Sendable (Progress) -> Void
    ) throws
        -> Attempt
    {
        var part = try PartialFile(for: path, address: address)
        let before = part.bytes
        let largest = expected ?? most
        var total: Int?
        var refusal: String?

        func check(_ size: Int?) throws {
            guard let size else { return }
            guard size <= largest, expected == nil || size == expected else {
                throw DownloadError.size(bytes: size, expected: largest, address: address)
            }
        }
        func head(_ response: HTTPResponse) throws -> Bool {
            switch response.status {
            case 200:
                total = response.length
                try check(total)
                try part.restart(address: address, validator: response.validator)
            case 206:
                guard let range = response.range, range.first == part.bytes,
                    response.validator == nil || response.validator == part.validator
                else {
                    refusal = "the server sent another part than it was asked for"
                    try part.restart(address: address, validator: nil)
                    return false
                }
                total = range.total
                try check(total)
            case 416:
                refusal = "the server has less than was fetched before"
                try part.restart(address: address, validator: nil)
                return false
            case 408, 429, 500...599:
                refusal = "the server answers with status \(response.status)"
                return false
            default: throw DownloadError.status(response.status, address: address)
            }
            return true
        }
        func body(_ block: UnsafeRawBufferPointer) throws {
            guard part.bytes + block.count <= largest else {
                throw DownloadError.size(bytes: part.bytes + block.count, expected: largest, address: address)
            }
            try part.append(block)
            progress(Progress(bytes: part.bytes, total: total ?? expected))
        }

        /// Whether the next attempt can resume; without a strong validator it starts over.
        func hasAdvanced() -> Bool { part.validator != nil && part.bytes > before }

        do {
            if part.bytes == 0 || part.bytes != expected {
                let request = HTTPRequest(address: address, offset: part.bytes, validator: part.validator)
                switch try HTTPTransfer(library: library, stop: stop).run(request, head: head, body: body) {
                case .complete: if let refusal { return .retry(reason: refusal, advanced: false) }
                case .broken(let reason): return .retry(reason: reason, advanced: hasAdvanced())
                case .hopeless(let reason): throw DownloadError.connection(reason: reason, address: address, tries: 1)
                }
                if let total, part.bytes < total {
                    return .retry(reason: "the connection ended early", advanced: hasAdvanced())
                }
            }
            guard expected == nil || part.bytes == expected else {
                throw DownloadError.size(bytes: part.bytes, expected: largest, address: address)
            }
            try part.finish(as: path)
            return .complete
        } catch let error as DownloadError {
            if case .size = error { part.remove() }
            throw error
        }
    }
}
