internal import CLoader

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A shared library opened at run time, so that a missing library is an error and not a failed start.
///
/// The library stays open until the process ends: C libraries with threads or exit handlers do not survive `dlclose`.
public struct DynamicLibrary: @unchecked Sendable {
    // Sendable: the handle is written once and the loader's calls on it are thread-safe.
    private let handle: UnsafeMutableRawPointer
    /// Name under which the loader found the library.
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

    /// Looks a function up (`dlsym(3)`), as the C function type that its header declares.
    ///
    /// - Throws: `LibraryUnavailable` when the library lacks the symbol, that is, has another version.
    public func function<Signature>(_ symbol: String, as type: Signature.Type) throws(LibraryUnavailable) -> Signature {
        guard let address = dlsym(handle, symbol) else {
            throw LibraryUnavailable(name: path, reason: "it has no function \(symbol)")
        }
        return unsafeBitCast(address, to: type)
    }

    /// Replaces a function that the library imports (writes its import table; System V ABI).
    ///
    /// Calls from other libraries and `function(_:as:)` are not affected. Thread-safe; calls in progress use either
    /// function.
    ///
    /// - Parameter function: the replacement, of the symbol's C type.
    /// - Returns: `false`, without any change, when the library does not import the symbol or its table is read-only.
    public func replaceImport(_ symbol: String, with function: UnsafeRawPointer) -> Bool {
        brews_replace_import(handle, symbol, UnsafeMutableRawPointer(mutating: function))
    }
}

/// A shared library that cannot be used.
public struct LibraryUnavailable: Error, Equatable, Sendable {
    /// File name asked for, for example `libvosk.so`.
    public let name: String
    /// The loader's message.
    public let reason: String
}
