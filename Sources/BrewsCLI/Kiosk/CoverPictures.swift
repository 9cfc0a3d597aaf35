internal import CoverReading
internal import Desks
internal import Ordering

/// Reads pictures of the page `/search`.
struct CoverPictures: PictureReading {
    func read(_ picture: MediaFile) async throws -> String { try await CoverReader().words(of: picture.bytes) }
}

extension CoverReader {
    /// The digits of a code, or the words of a cover; empty for neither.
    ///
    /// - Throws: `CoverReadingError`.
    func words(of picture: [UInt8]) async throws -> String {
        switch try await read(picture) {
        case .code(let digits): digits
        case .text(let words): words
        case nil: ""
        }
    }
}

extension CoverReadingError {
    /// The error of a command that was given a picture.
    func problem(of file: String) -> CLIError {
        switch self {
        case .noPicture: .input("the picture \(file) is neither PNG nor JPEG")
        case .tooLarge: .input("the picture \(file) is larger than \(CoverReader.largestPicture >> 20) MiB")
        case .failed(let reason): .library("the picture cannot be read: \(reason)")
        case .notInstalled:
            .library(
                "pictures are read by zbarimg and Tesseract, which are not installed; "
                    + "sudo apt-get install zbar-tools tesseract-ocr")
        }
    }
}
