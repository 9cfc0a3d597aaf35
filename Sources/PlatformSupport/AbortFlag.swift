internal import Synchronization

/// A stop signal that C code or a worker polls; any thread can raise it without waiting.
public final class AbortFlag: Sendable {
    private let raised = Atomic<Bool>(false)

    /// A flag that is not raised.
    public init() {}

    /// Whether `raise` was called.
    public var isRaised: Bool { raised.load(ordering: .acquiring) }

    /// Raises the flag. It stays raised.
    public func raise() { raised.store(true, ordering: .releasing) }
}
