internal import CMatrixProducts
internal import PlatformSupport
internal import Synchronization

/// libvosk multiplies its matrices with `CMatrixProducts`: seven rows at a time, for which the OpenBLAS inside it
/// spends most of a product on copying the weights into another order.
enum MatrixProducts {
    private static let areOurs = Mutex(false)

    /// Replaces libvosk's calls of `cblas_sgemm`, once for the process. Where the processor has no instructions for
    /// ours, or libvosk does not call CBLAS by this name, it goes on with its own.
    ///
    /// To be called before libvosk is given anything to do. From any thread.
    static func use(in library: DynamicLibrary) {
        areOurs.withLock { areOurs in
            guard !areOurs, brews_sgemm_is_supported(),
                let own = try? library.function("cblas_sgemm", as: brews_sgemm_function.self)
            else { return }
            brews_sgemm_pass_on_to(own)
            let ours: brews_sgemm_function = brews_sgemm
            areOurs = library.replaceImport("cblas_sgemm", with: unsafeBitCast(ours, to: UnsafeRawPointer.self))
        }
    }

    /// Whether libvosk uses ours; it does once it was opened, unless it cannot.
    static var areUsed: Bool { areOurs.withLock { $0 } }
}
