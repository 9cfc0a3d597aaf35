internal import Ordering
internal import PlatformSupport

/// Why a picture was not read.
public enum CoverReadingError: Error, Equatable, Sendable {
    /// It is neither PNG nor JPEG.
    case noPicture
    /// It has more bytes than `CoverReader.largestPicture`.
    case tooLarge
    /// Neither zbarimg nor Tesseract is installed.
    case notInstalled
    /// A program failed, or was ended at a limit; the text says why.
    case failed(String)
}

/// Reads what a picture of a book says: the ISBN of its barcode, else the text of its cover.
///
/// zbarimg and Tesseract, where they are installed, each in a process of its own. The picture is never on a disk, so
/// that nothing of it is left over, however this process ends.
public struct CoverReader: Sendable {
    /// What a picture says.
    public enum Reading: Equatable, Sendable {
        /// The digits of an ISBN or another product code.
        case code(String)
        /// The words of a cover; not empty.
        case text(String)
    }

    /// Largest picture: 20 MiB.
    public static let largestPicture = 20 << 20
    private static let fewestLetters = 3, mostWords = 12

    /// Reads barcodes (package zbar-tools).
    var barcodes = LimitedProgram(path: "/usr/bin/zbarimg")
    /// Reads text (package tesseract-ocr).
    var text = LimitedProgram(path: "/usr/bin/tesseract")

    /// A reader with the programs where Debian has them.
    public init() {}

    init(barcodes: LimitedProgram, text: LimitedProgram) {
        self.barcodes = barcodes
        self.text = text
    }

    /// Reads a picture.
    ///
    /// - Parameter picture: a PNG or JPEG file.
    /// - Returns: `nil` for a picture without a code and without words.
    /// - Throws: `CoverReadingError`.
    public func read(_ picture: [UInt8]) async throws -> Reading? {
        guard picture.count <= Self.largestPicture else { throw CoverReadingError.tooLarge }
        guard ["image/png", "image/jpeg"].contains(MediaFile.pictureType(picture)) else {
            throw CoverReadingError.noPicture
        }
        return try await SerialWorker(label: "cover").run { [barcodes, text] in
            let input = try Self.input(picture)
            var problems: [LimitedProgram.Problem] = []
            do throws(LimitedProgram.Problem) {
                let found = try barcodes.output(["--raw", "--quiet", "-"], input)
                if let code = Self.code(found) { return .code(code) }
            } catch { problems.append(error) }
            do throws(LimitedProgram.Problem) {
                let found = try text.output(["-", "-", "--psm", "11", "-l", "eng"], input)
                let words = Self.words(found)
                if !words.isEmpty { return .text(words.joined(separator: " ")) }
            } catch { problems.append(error) }
            guard problems.count < 2 else { throw Self.failure(problems) }
            return nil
        }
    }

    private static func input(_ picture: [UInt8]) throws(CoverReadingError) -> MemoryInput {
        do { return try MemoryInput(picture) } catch { throw .failed(error.reason) }
    }

    /// An ISBN among codes, one a line, else the first code of digits.
    static func code(_ lines: String) -> String? {
        let codes = lines.split(whereSeparator: \.isNewline).map { $0.filter { $0.isNumber || $0 == "X" } }
            .filter { 8...13 ~= $0.count }
        return (codes.first { $0.hasPrefix("978") || $0.hasPrefix("979") } ?? codes.first).map { String($0) }
    }

    /// Words in order, without the specks that Tesseract reads as letters.
    static func words(_ text: String) -> [String] {
        let found = text.split(whereSeparator: \.isWhitespace).map { $0.filter { $0.isLetter || $0 == "'" } }
            .filter { word in
                let vowels = word.lowercased().filter { "aeiouy".contains($0) }.count
                return word.count >= fewestLetters && vowels > 0
            }
        return Array(found.map { $0.lowercased() }.prefix(mostWords))
    }

    private static func failure(_ problems: [LimitedProgram.Problem]) -> CoverReadingError {
        for case .failed(let reason) in problems { return .failed(reason) }
        return .notInstalled
    }
}
