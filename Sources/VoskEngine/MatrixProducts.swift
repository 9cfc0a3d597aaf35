internal import CMatrixProducts
internal import PlatformSupport
internal import Synchronization

/// Replaces libvosk's matrix products by those of `CMatrixProducts`.
///
/// libvosk multiplies seven rows at a time, for which its OpenBLAS spends most of the time on repacking the weights.
enum MatrixProducts {
    private static let isInstalled = Mutex(false)

    /// Replaces libvosk's calls of `cblas_sgemm`, once per process. Without support by the processor, or when libvosk
    /// does not import CBLAS by this name, its own function remains in use.
    ///
    /// Call it before any other use of libvosk. Thread-safe.
    static func install(in library: DynamicLibrary) {
        isInstalled.withLock { isInstalled in
            guard !isInstalled, brews_sgemm_is_supported(),
                let original = try? library.function("cblas_sgemm", as: brews_sgemm_function.self)
            else { return }
            brews_sgemm_pass_on_to(original)
            let replacement: brews_sgemm_function = brews_sgemm
            isInstalled = library.replaceImport(
                "cblas_sgemm", with: unsafeBitCast(replacement, to: UnsafeRawPointer.self))
        }
    }

    /// Whether the replacement is in use.
    static var isActive: Bool { isInstalled.withLock { $0 } }
}
