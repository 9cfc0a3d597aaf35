internal import Speech
internal import TestSupport
internal import Testing

@testable internal import ALSAAudio

/// The buffer between microphone and consumer: bounded, in order, with every gap marked.
@Suite(.timeLimit(.minutes(10)))
struct CaptureStreamTests {
    private static func stream(seconds: Int = 30) -> CaptureStream {
        CaptureStream(device: "mic", frameSamples: 320, capacity: seconds * 16_000)
    }

    @Test("C12: a consumer that is 3 s behind is reported as behind, once")
    func behind() async throws {
        let stream = Self.stream()
        var updates = stream.updates().makeAsyncIterator()
        _ = await updates.next()
        for second in 0..<3 {
            stream.push([Int16](repeating: 1, count: 16_000), capturedAt: .seconds(second), lost: .zero)
        }
        #expect(!stream.status.isBehind)
        for piece in 0..<5 {
            stream.push([1, 2, 3], capturedAt: .seconds(3) + .microseconds(piece * 187), lost: .zero)
        }
        #expect(stream.status.isBehind)
        #expect(await updates.next()?.isBehind == true)
        #expect(stream.discard() == SampleCount(48_015))
        #expect(await updates.next()?.backlog == SampleCount(0))
    }

    @Test("C12: the ring keeps the newest 30 s; what was dropped is counted and marked in the next frame")
    func overflow() async throws {
        let stream = Self.stream()
        for second in 0..<40 {
            stream.push([Int16](repeating: Int16(second), count: 16_000), capturedAt: .seconds(second), lost: .zero)
        }
        #expect(stream.status.backlog.seconds == 30 && stream.status.counters.droppedSamples == 160_000)
        let frame = try #require(try await stream.nextFrame())
        #expect(frame.start == .zero && frame.samples.first == 10)
        #expect(frame.capture == CaptureMark(capturedAt: .seconds(10), lost: .seconds(10)))
        #expect(stream.status.gaps == [AudioGap(at: .zero, length: .seconds(10))])
    }

    @Test("discarded audio is reported as missing in the next frame, and positions continue")
    func discarded() async throws {
        let stream = Self.stream()
        stream.push([Int16](repeating: 1, count: 320), capturedAt: .seconds(1), lost: .zero)
        #expect(try await stream.nextFrame()?.start == .zero)
        stream.push([Int16](repeating: 2, count: 16_000), capturedAt: .milliseconds(1_020), lost: .zero)
        stream.discard()
        stream.push([Int16](repeating: 3, count: 320), capturedAt: .milliseconds(2_020), lost: .milliseconds(5))
        let frame = try #require(try await stream.nextFrame())
        #expect(frame.start.samples == 320 && frame.samples == [Int16](repeating: 3, count: 320))
        #expect(frame.capture?.lost == .milliseconds(1_005) && frame.capture?.capturedAt == .milliseconds(2_020))
    }

    @Test(
        "random pushes, losses and reads: samples stay in order, no frame spans a gap, and every gap is marked"
    )
    func model() async throws {
        var random = SeededGenerator(seed: 4)
        for round in 0..<20 {
            let stream = CaptureStream(device: "mic", frameSamples: 320, capacity: 4_000)
            var next = 0, heard = 0, missing = 0, position = 0
            for _ in 0..<400 {
                if Bool.random(using: &random) {
                    let lost = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 1...500, using: &random) : 0
                    next += lost
                    let count = Int.random(in: 1...900, using: &random)
                    let samples = (next..<next + count).map { Int16(truncatingIfNeeded: $0) }
                    stream.push(
                        samples, capturedAt: .seconds(Double(next) / 16_000), lost: .seconds(Double(lost) / 16_000))
                    next += count
                } else if stream.status.backlog.samples >= 320, let frame = try await stream.nextFrame() {
                    let lost = Int(((frame.capture?.lost ?? .zero).seconds * 16_000).rounded())
                    missing += lost
                    heard += lost
                    let isInOrder =
                        frame.samples == (heard..<heard + frame.samples.count).map { Int16(truncatingIfNeeded: $0) }
                    #expect(
                        isInOrder && frame.start.samples == position && frame.samples.count <= 320, "round \(round)")
                    #expect(abs((frame.capture?.capturedAt.seconds ?? 0) * 16_000 - Double(heard)) < 0.5)
                    heard += frame.samples.count
                    position += frame.samples.count
                }
                #expect(stream.status.backlog.samples <= 4_000)
            }
        }
    }

    @Test("a waiting consumer gets its frame as soon as it is complete")
    func waits() async throws {
        let stream = Self.stream()
        let next = Task { try await stream.nextFrame() }
        stream.push([Int16](repeating: 1, count: 319), capturedAt: .zero, lost: .zero)
        stream.push([2], capturedAt: .zero, lost: .zero)
        #expect(try await next.value?.samples.count == 320)
    }

    @Test("closing returns the remaining audio, then always the end; a waiting consumer is released")
    func closes() async throws {
        let stream = Self.stream()
        stream.push([Int16](repeating: 1, count: 400), capturedAt: .zero, lost: .zero)
        stream.close()
        #expect(try await stream.nextFrame()?.samples.count == 320)
        #expect(try await stream.nextFrame()?.samples.count == 80)
        for _ in 0..<3 { #expect(try await stream.nextFrame() == nil) }
        #expect(stream.status.availability == .closed)
        var updates = stream.updates().makeAsyncIterator()
        #expect(await updates.next()?.availability == .closed)
        #expect(await updates.next() == nil)
    }

    @Test("a cancelled consumer is released and the next one is served")
    func cancelled() async throws {
        let stream = Self.stream()
        let first = Task { try await stream.nextFrame() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        stream.push([Int16](repeating: 1, count: 320), capturedAt: .zero, lost: .zero)
        #expect(try await stream.nextFrame() != nil)
    }

    @Test("an observer that never reads holds at most 16 values, the newest among them")
    func observers() async throws {
        let stream = Self.stream()
        let updates = stream.updates()
        for second in 0..<1_000 {
            stream.report(.unavailable(.lost, since: .seconds(second)), counters: .init(), format: nil)
        }
        stream.close()
        var seen: [MicrophoneStatus.Availability] = []
        for await status in updates { seen.append(status.availability) }
        #expect(seen.count <= 16 && seen.last == .closed)
    }
}
