internal import Foundation
internal import Ordering

/// A part of a picture. Pages send pictures in parts, because the kiosk takes short requests only. As JSON:
/// `{"data":"BASE64","isFirst":true,"isLast":true}`.
struct PicturePart: Equatable, Codable, Sendable {
    var data: Data
    /// Whether the picture begins with this part.
    var isFirst: Bool
    /// Whether it ends with it.
    var isLast: Bool
}

/// A picture on its way from a page. It is in memory only.
struct PictureUpload: Equatable, Sendable {
    /// How far the picture has come.
    enum Progress: Equatable {
        /// More parts follow.
        case incomplete
        /// The picture is there.
        case complete(MediaFile)
        /// It is too large, no picture, or its beginning is missing.
        case refused
    }

    /// The bytes so far; `nil` while no picture is under way.
    private var bytes: [UInt8]?

    /// Takes a part.
    mutating func take(_ part: PicturePart) -> Progress {
        let before = part.isFirst ? [] : bytes
        bytes = nil
        guard let before, before.count + part.data.count <= MediaFile.largestPicture else { return .refused }
        guard part.isLast else {
            bytes = before + part.data
            return .incomplete
        }
        return MediaFile(picture: before + part.data).map { .complete($0) } ?? .refused
    }
}
