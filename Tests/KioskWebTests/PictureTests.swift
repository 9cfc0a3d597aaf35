import Foundation
import Glibc
import KioskWeb
import Ordering
import TestSupport
import Testing

/// Pictures of items: good ones are served with safe headers, hostile ones are refused or harmless.
struct PictureTests {
    /// The smallest PNG: one pixel.
    private static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
        ?? Data()
    private static let svg = Data(
        #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>"#.utf8)

    private static func menu(_ names: [String]) throws -> Menu {
        let items = names.enumerated().map { number, name in
            #"{"id":"i\#(number)","name":"Item \#(number)","price":100,"featured":true,"picture":"\#(name)"}"#
        }
        return try MenuLoader.load(
            Array(
                #"{"store":{"name":"S","currency":"USD"},"optionGroups":[],"items":[\#(items.joined(separator: ","))]}"#
                    .utf8))
    }

    private static func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("brews-pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    @Test("Pictures of the menu are served with their type, and may run nothing")
    func served() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.png.write(to: folder.appendingPathComponent("a.png"))
        try Self.svg.write(to: folder.appendingPathComponent("b.svg"))
        try Data("secret".utf8).write(to: folder.appendingPathComponent("menu.json"))
        let menu = try Self.menu(["a.png", "b.svg"])
        try await Site.with(menu: menu, { $0.pictureFolder = folder.path }) { site in
            let png = try await site.get("/pictures/a.png"), svg = try await site.get("/pictures/b.svg")
            #expect(png.status == 200 && svg.status == 200)
            #expect(png.header("content-type") == "image/png" && png.body == [UInt8](Self.png))
            #expect(svg.header("content-type") == "image/svg+xml")
            let policies = svg.headers.filter { $0.name == "content-security-policy" }.map(\.value)
            #expect(policies.contains("default-src 'none'; style-src 'unsafe-inline'; sandbox"))
            #expect(svg.header("x-content-type-options") == "nosniff")
            for path in [
                "/pictures/menu.json", "/pictures/../menu.json", "/pictures/..%2fmenu.json", "/pictures/",
                "/pictures/c.png",
                "/pictures//a.png", "/pictures/./a.png", "/pictures/a.png?x=1", "/pictures/%61.png",
            ] { #expect(try await site.get(path).status >= 400, "\(path)") }
            #expect(try await site.get("/menu.json").text.contains(#""picture":"\/pictures\/a.png""#))
        }
    }

    /// Files that must not be served.
    private static let hostile: [(name: String, bytes: Data)] = [
        ("a.png", Data()), ("b.png", Data("<html><script>alert(1)</script>".utf8)), ("c.jpg", png), ("d.webp", png),
        ("e.png", png.prefix(6)), ("f.png", Data(count: 3 << 20)), ("g.jpeg", Data("GIF89a".utf8)),
        ("h.webp", Data("RIFF1234WAVE".utf8)), ("i.svg", Data("<html></html>".utf8)),
        ("j.svg", Data("<svg><script>alert(1)</script></svg>".utf8)),
        ("k.svg", Data("<svg onload=\"alert(1)\"/>".utf8)),
        ("l.svg", Data("<svg><a href=\"JavaScript:x\"/></svg>".utf8)),
        ("m.svg", Data("<svg><foreignObject><iframe/></foreignObject></svg>".utf8)),
        ("n.svg", Data("<!DOCTYPE svg [<!ENTITY a \"aaaa\">]><svg>&a;</svg>".utf8)),
        ("o.svg", Data([0xFF, 0xFE, 0x3C, 0x73])), ("p.svg", Data("<svg\n\tonClick = 'x'/>".utf8)),
        ("q.svg", Data("<?xml-stylesheet href=\"http://x/\"?><svg/>".utf8)),
    ]

    @Test("Twenty hostile files are refused, and their reasons told")
    func hostileFiles() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in Self.hostile { try bytes.write(to: folder.appendingPathComponent(name)) }
        // A link to a file outside, a folder and a pipe.
        symlink("/etc/hostname", folder.appendingPathComponent("r.png").path)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("s.png"), withIntermediateDirectories: true)
        mkfifo(folder.appendingPathComponent("t.png").path, 0o600)
        let names = Self.hostile.map(\.name) + ["r.png", "s.png", "t.png"]
        #expect(names.count == 20)
        let menu = try Self.menu(names)
        #expect(PictureFiles(menu: menu, folder: folder.path).problems().map(\.name) == names.sorted())
        #expect(PictureFiles(menu: menu, folder: nil).problems().isEmpty)
        try await Site.with(menu: menu, { $0.pictureFolder = folder.path }) { site in
            for name in names {
                let answer = try await site.get("/pictures/\(name)")
                #expect(answer.status == 404, "\(name)")
            }
        }
    }
}
