import Testing

@testable import WakeWord

struct AudioHistoryTests {
    @Test("The last twelve seconds are there at their positions, however they came", arguments: [160, 1_600, 50_000])
    func kept(piece: Int) {
        var sound = AudioHistory(), position = 0
        while position < 600_000 {
            sound.append((position..<position + piece).map { Int16(truncatingIfNeeded: $0) })
            position += piece
            let wanted = max(0, position - 192_000)..<position, found = sound.samples(wanted)
            #expect(found.count == wanted.count)
            for place in [0, 1, wanted.count / 2, wanted.count - 1] {
                #expect(found[found.startIndex + place] == Int16(truncatingIfNeeded: wanted.lowerBound + place))
            }
            sound.trim()
        }
    }

    @Test("Of what is gone or not yet there nothing comes")
    func missing() {
        var sound = AudioHistory()
        #expect(sound.samples(0..<10).isEmpty)
        sound.append([1, 2, 3])
        #expect(sound.samples(1..<9).elementsEqual([2, 3]))
        #expect(sound.samples(5..<9).isEmpty)
        for _ in 0..<3 {
            sound.append([Int16](repeating: 0, count: 200_000))
            sound.trim()
        }
        #expect(sound.samples(0..<5).isEmpty)
    }
}
