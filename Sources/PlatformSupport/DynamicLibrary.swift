internal import CLoader

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A shared library opened at run time, so that its absence is an error with a sentence and not a failed start.
///
/// The library stays open until the process ends: C libraries with threads or exit handlers do not survive `dlclose`.
public struct DynamicLibrary: @unchecked Sendable {
    // Sendable: the handle is written once and the loader's calls on it are thread-safe.
    private let handle: UnsafeMutableRawPointer
    /// Path the loader found the library at, or the name asked for.
    public let path: String

    /// Opens the first of `names` that the loader finds (`dlopen(3)`).
    ///
    /// - Throws: `LibraryUnavailable` with the loader's reason for the last name.
    public init(_ names: [String]) throws(LibraryUnavailable) {
        var reason = "no name given"
        for name in names {
            if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                self.handle = handle
                path = name
                return
            }
            reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
        }
        throw LibraryUnavailable(name: names.first ?? "", reason: reason)
    }

    /// The address of a function (`dlsym(3)`), as the C function type the caller's header declares.
    ///
    /// - Throws: `LibraryUnavailable` when the library has no such symbol, which means another version.
    public func function<Signature>(_ symbol: String, as type: Signature.Type) throws(LibraryUnavailable) -> Signature {
        guard let address = dlsym(handle, symbol) else {
            throw LibraryUnavailable(name: path, reason: "it has no function \(symbol)")
        }
        return unsafeBitCast(address, to: type)
    }

    /// Has the library call another function where it calls `symbol` (its table of imports is written to; System V
    /// ABI).
    ///
    /// Nobody else's calls change, and `function(_:as:)` finds what it found before. From any thread; a call that
    /// another makes at this moment is the one's or the other's.
    ///
    /// - Parameter function: of the C type that `symbol` has.
    /// - Returns: false, and nothing changed, where the library does not import the symbol or its table is read-only.
    public func replaceImport(_ symbol: String, with function: UnsafeRawPointer) -> Bool {
        brews_replace_import(handle, symbol, UnsafeMutableRawPointer(mutating: function))
    }
}

/// A shared library that cannot be used.
public struct LibraryUnavailable: Error, Equatable, Sendable {
    /// File name asked for, for example `libvosk.so`.
    public let name: String
    /// The loader's words.
    public let reason: String
}
