internal import Foundation
internal import PlatformSupport
internal import Speech
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(10)))
struct SerialWorkerTests {
    private struct Failed: Error {}

    /// Counts how many bodies are inside at once.
    private final class Gate: Sendable {
        private let counts = Mutex((inside: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() { counts.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1)) } }

        func leave() { counts.withLock { $0.inside -= 1 } }
    }

    @Test("results and errors come back")
    func results() async throws {
        let worker = SerialWorker(label: "test")
        #expect(try await worker.run { 41 + 1 } == 42)
        await #expect(throws: Failed.self) { try await worker.run { throw Failed() } }
    }

    @Test("bodies run one after another, in their order, from any number of tasks")
    func order() async throws {
        let worker = SerialWorker(label: "test")
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await worker.run {
                        gate.enter()
                        gate.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(gate.most == 1)
    }

    @Test("a caller is released at once when it is cancelled while its body is stuck in C")
    func cancelledInside() async throws {
        let worker = SerialWorker(label: "test")
        let entered = AbortFlag()
        let release = DispatchSemaphore(value: 0)
        let call = Task {
            try await worker.run {
                entered.raise()
                release.wait()
            }
        }
        while !entered.isRaised { await Task.yield() }
        call.cancel()
        // The body is still waiting: only cancellation can have ended the call.
        await #expect(throws: CancellationError.self) { try await call.value }
        release.signal()
        #expect(try await worker.run { true })
    }

    @Test("a caller that was cancelled before it called gets its error and runs nothing")
    func cancelledBefore() async throws {
        let worker = SerialWorker(label: "test")
        let ran = AbortFlag()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await worker.run { ran.raise() }
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!ran.isRaised)
    }
}

struct LatencyRecorderTests {
    @Test("percentiles are by nearest rank")
    func percentiles() throws {
        var recorder = LatencyRecorder()
        for milliseconds in 1...100 { recorder.record(.milliseconds(milliseconds)) }
        let summary = try #require(recorder.summary)
        #expect(summary.p50 == .milliseconds(50))
        #expect(summary.p95 == .milliseconds(95))
        #expect(summary.p99 == .milliseconds(99))
        #expect(summary.max == .milliseconds(100))
    }

    @Test("the oldest are forgotten, so memory stays bounded")
    func bounded() {
        var recorder = LatencyRecorder(capacity: 3)
        for milliseconds in 1...10 { recorder.record(.milliseconds(milliseconds)) }
        #expect(recorder.summary?.count == 3)
        #expect(recorder.summary?.max == .milliseconds(10))
        #expect(LatencyRecorder().summary == nil)
    }
}

struct DynamicLibraryTests {
    @Test("a library that is not there is an error that names it")
    func missing() {
        #expect(throws: LibraryUnavailable.self) { _ = try DynamicLibrary(["libbrews-nowhere.so"]) }
        do { _ = try DynamicLibrary(["libbrews-nowhere.so"]) } catch { #expect(error.name == "libbrews-nowhere.so") }
    }
}
