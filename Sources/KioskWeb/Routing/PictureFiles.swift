internal import Foundation
internal import Glibc
public import Ordering
internal import PlatformSupport

/// The pictures of a menu, read from the folder of its file. Only names that the menu has are served, so that no
/// request reaches another file.
public struct PictureFiles: Sendable {
    /// Path under which pictures are served.
    static let path = "/pictures/"
    /// Largest picture in bytes.
    public static let largest = 1 << 20

    private let folder: String
    private let names: Set<String>
    private let worker = SerialWorker(label: "pictures")

    /// The pictures of a menu.
    ///
    /// - Parameter folder: where they lie; `nil` for a menu without a file, which has none.
    public init(menu: Menu, folder: String?) {
        self.folder = folder ?? ""
        names = folder == nil ? [] : Set(menu.items.compactMap(\.picture).filter(PictureName.isGood))
    }

    /// Whether a request is for a picture of the menu.
    func has(_ target: String) -> Bool { target.hasPrefix(Self.path) && names.contains(Self.name(target)) }

    private static func name(_ target: String) -> String { String(target.dropFirst(path.count)) }

    /// The answer to a request for a picture.
    func answer(_ target: String) async -> HTTPResponse {
        let (folder, name) = (folder, Self.name(target))
        guard let bytes = try? await worker.run({ try Self.read(name, in: folder) }),
            let type = PictureName.contentType(name)
        else { return .text(404, "There is no such picture.") }
        return .file(type, bytes)
    }

    /// Why the pictures of a menu cannot be shown, by name.
    public func problems() -> [(name: String, reason: String)] {
        names.sorted().compactMap { name in
            do throws(PictureProblem) { _ = try Self.read(name, in: folder) } catch { return (name, error.reason) }
            return nil
        }
    }

    /// Reads a picture: a plain file of at most `largest` bytes that begins as files of its kind do.
    static func read(_ name: String, in folder: String) throws(PictureProblem) -> [UInt8] {
        let path = folder.isEmpty ? name : folder + "/" + name
        // No link, so that the folder holds what is served, and no wait for a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw PictureProblem(reason: errno == ELOOP ? "it is a link" : "it cannot be read")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PictureProblem(reason: "it is no file")
        }
        guard status.st_size <= largest else {
            throw PictureProblem(reason: "it has \(status.st_size) bytes; a picture may have \(largest)")
        }
        guard let data = try? file.read(upToCount: largest + 1), data.count <= largest else {
            throw PictureProblem(reason: "it cannot be read")
        }
        let bytes = [UInt8](data)
        guard isOfItsKind(bytes, name) else { throw PictureProblem(reason: "it is not what its name says") }
        return bytes
    }

    private static func isOfItsKind(_ bytes: [UInt8], _ name: String) -> Bool {
        let type = PictureName.contentType(name)
        return type == "image/svg+xml" ? isSVG(bytes) : type != nil && type == MediaFile.pictureType(bytes)
    }

    /// Whether an SVG file is text without scripts, entities and references to elsewhere. A page shows it as an image,
    /// which runs nothing; this keeps it harmless also where it is opened by itself.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self)?.lowercased(), text.contains("<svg") else {
            return false
        }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.hasPrefix("<svg") || start.hasPrefix("<?xml") || start.hasPrefix("<!--") else { return false }
        let forbidden = [
            "<script", "<foreignobject", "<!entity", "<!doctype", "<iframe", "<embed", "<object", "javascript:",
            "<?xml-stylesheet", "@import", ":script",
        ]
        if forbidden.contains(where: text.contains) { return false }
        // References lead to parts of the file, "#gradient", and nowhere else.
        if text.firstMatch(of: #/href\s*=\s*["']?\s*[^#"'\s]/#) != nil { return false }
        if text.firstMatch(of: #/url\(\s*["']?\s*[^#"'\s]/#) != nil { return false }
        // Handlers such as onload=.
        return text.firstMatch(of: #/[\s"'\/]on[a-z]+\s*=/#) == nil
    }
}

/// Why a picture is not served.
struct PictureProblem: Error {
    let reason: String
}
