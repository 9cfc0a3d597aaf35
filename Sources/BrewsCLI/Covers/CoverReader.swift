internal import Foundation
internal import PlatformSupport

/// Reads what a picture of a book says: the ISBN of its barcode, else the text of its cover.
///
/// zbarimg and Tesseract, where they are installed, each in a process of its own.
struct CoverReader: Sendable {
    /// What a picture says.
    enum Reading: Equatable, Sendable {
        /// The digits of an ISBN or another product code.
        case code(String)
        /// The words of a cover; not empty.
        case text(String)
    }

    private static let mostBytes = 20 << 20, fewestLetters = 3, mostWords = 12

    /// Reads barcodes (package zbar-tools).
    var barcodes = LimitedProgram(path: "/usr/bin/zbarimg")
    /// Reads text (package tesseract-ocr).
    var text = LimitedProgram(path: "/usr/bin/tesseract")

    /// Reads a picture.
    ///
    /// - Parameter file: a PNG or JPEG file of at most 20 MiB.
    /// - Returns: `nil` for a picture without a code and without words.
    /// - Throws: `CLIError.input` for another file, `CLIError.library` where both programs are missing or fail.
    func read(_ file: String) async throws -> Reading? {
        try Self.check(file)
        // An option's hyphen in front is no option of the programs.
        let path = URL(fileURLWithPath: file).path
        return try await SerialWorker(label: "cover").run { [barcodes, text] in
            var problems: [LimitedProgram.Problem] = []
            do throws(LimitedProgram.Problem) {
                let found = try barcodes.output(["--raw", "--quiet", path])
                if let code = Self.code(found) { return .code(code) }
            } catch { problems.append(error) }
            do throws(LimitedProgram.Problem) {
                let words = Self.words(try text.output([path, "-", "--psm", "11", "-l", "eng"]))
                if !words.isEmpty { return .text(words.joined(separator: " ")) }
            } catch { problems.append(error) }
            guard problems.count < 2 else { throw Self.failure(problems) }
            return nil
        }
    }

    private static func check(_ file: String) throws(CLIError) {
        guard !InputFile.isStream(file) else { throw .input("the picture \(file) is not a file") }
        let bytes = try InputFile.read(file, "the picture")
        guard bytes.count <= mostBytes else {
            throw .input("the picture \(file) is larger than \(mostBytes >> 20) MiB")
        }
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
            throw .input("the picture \(file) is neither PNG nor JPEG")
        }
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

    private static func failure(_ problems: [LimitedProgram.Problem]) -> CLIError {
        for case .failed(let reason) in problems { return .library("the picture cannot be read: \(reason)") }
        return .library(
            "pictures are read by zbarimg and Tesseract, which are not installed; "
                + "sudo apt-get install zbar-tools tesseract-ocr")
    }
}
