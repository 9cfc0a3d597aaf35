internal import CQREncode
internal import PlatformSupport

/// A QR code: a square of dark and light modules, encoded by libqrencode (Debian: `libqrencode4`).
///
/// ```swift
/// if let code = QRCode("Emma, Jane Austen") { print(code.size, code.path) }
/// ```
public struct QRCode: Equatable, Sendable {
    /// Most bytes of a text: a code of more is hard to read from a screen.
    public static let mostBytes = 1_200
    /// Light modules around the code that a reader needs.
    public static let margin = 4

    /// Modules of a side, without the margin.
    public let size: Int
    /// The modules row by row; `true` for dark ones.
    public let modules: [Bool]

    /// Encodes a text as UTF-8, with error correction level L.
    ///
    /// Returns `nil` for a text that is empty or longer than `mostBytes`, and where the library is missing.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard 1...Self.mostBytes ~= bytes.count, let library = Library.shared,
            let code = library.encode(Int32(bytes.count), bytes, 0, 0)
        else { return nil }
        defer { library.free(code) }
        let size = Int(code.pointee.width)
        guard size > 0, let data = code.pointee.data else { return nil }
        self.size = size
        modules = (0..<size * size).map { data[$0] & 1 == 1 }
    }

    /// The dark modules as the data of an SVG path, in units of modules, moved by the margin.
    public var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard modules[row * size + column] else {
                    column += 1
                    continue
                }
                let start = column
                while column < size, modules[row * size + column] { column += 1 }
                let length = column - start
                path += "M\(start + Self.margin) \(row + Self.margin)h\(length)v1h-\(length)z"
            }
        }
        return path
    }
}

private struct Library: @unchecked Sendable {
    // Sendable: addresses of functions, written once; the library encodes on any thread.
    let encode: brews_qrcode_encode_fn
    let free: brews_qrcode_free_fn

    /// The library; `nil` where it is not installed.
    static let shared: Library? = {
        guard let library = try? DynamicLibrary(["libqrencode.so.4"]),
            let encode = try? library.function("QRcode_encodeData", as: brews_qrcode_encode_fn.self),
            let free = try? library.function("QRcode_free", as: brews_qrcode_free_fn.self)
        else { return nil }
        return Library(encode: encode, free: free)
    }()
}
