internal import CCurl
internal import Foundation
internal import PlatformSupport

/// libcurl, opened at the first download.
struct CurlLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, written once; libcurl's functions are thread-safe on separate handles.
    typealias Initialize = @convention(c) (Int) -> CURLcode
    typealias MakeHandle = @convention(c) () -> UnsafeMutableRawPointer?
    typealias UseHandle = @convention(c) (UnsafeMutableRawPointer?) -> CURLcode
    typealias FreeHandle = @convention(c) (UnsafeMutableRawPointer?) -> Void
    typealias Describe = @convention(c) (CURLcode) -> UnsafePointer<CChar>?
    typealias Append =
        @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<curl_slist>?
    typealias FreeList = @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void

    let makeHandle: MakeHandle
    let perform: UseHandle
    let freeHandle: FreeHandle
    let describe: Describe
    let append: Append
    let freeList: FreeList
    /// `curl_easy_setopt`, which is variadic and called through the shim.
    let setOption: UnsafeMutableRawPointer

    /// - Throws: `DownloadError.libraryMissing`.
    init() throws(DownloadError) {
        let isReady: Bool
        do {
            let library = try DynamicLibrary(["libcurl.so.4", "libcurl-gnutls.so.4"])
            makeHandle = try library.function("curl_easy_init", as: MakeHandle.self)
            perform = try library.function("curl_easy_perform", as: UseHandle.self)
            freeHandle = try library.function("curl_easy_cleanup", as: FreeHandle.self)
            describe = try library.function("curl_easy_strerror", as: Describe.self)
            append = try library.function("curl_slist_append", as: Append.self)
            freeList = try library.function("curl_slist_free_all", as: FreeList.self)
            setOption = try library.function("curl_easy_setopt", as: UnsafeMutableRawPointer.self)
            let initialize = try library.function("curl_global_init", as: Initialize.self)
            // CURL_GLOBAL_ALL; repeated calls are counted and harmless.
            isReady = initialize(3) == CURLE_OK
        } catch {
            throw .libraryMissing(reason: error.reason)
        }
        guard isReady else { throw .libraryMissing(reason: "it does not start") }
    }
}
