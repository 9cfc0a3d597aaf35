internal import Synchronization

/// A stop signal that C code or a worker loop polls, raised from any thread without waiting.
public final class AbortFlag: Sendable {
    private let raised = Atomic<Bool>(false)

    public init() {}

    /// Whether `raise` was called.
    public var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Asks the work that polls this flag to stop. Cannot be taken back.
    public func raise() { raised.store(true, ordering: .releasing) }
}
