internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import Ordering
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// Prints an order event by event, for `brews order` without `--json`.
struct OrderOutputWriter: Sendable {
    private static let nameColumn = 24
    private static let optionColumn = 44

    let menu: Menu
    let writer: PromptWriter
    let console: Console

    func show(_ event: OrderingEvent) {
        switch event {
        case .volatileText(let text, let position):
            if !text.isEmpty {
                row("hearing", console.styled(text + " …", .faint), after: String(format: "%5.1f s", position.seconds))
            }
        case .stableText(let text, let span):
            row("heard", text, after: String(format: "%5.1f s", span.end.seconds))
        case .preview(let items):
            if !items.isEmpty { row("preview", console.styled(items.map(preview).joined(separator: "; "), .faint)) }
        case .utterance(let utterance, let reply):
            row("said", console.styled("“\(utterance.text)”", .bold))
            row("reply", writer.reply(reply))
        }
    }

    func show(_ outcome: OrderOutcome) {
        if outcome.utterances.isEmpty { row("said", "nothing") }
        for (index, line) in outcome.lines.enumerated() {
            let item = "\(line.quantity) × \(line.name)", options = line.options.joined(separator: ", ")
            row(
                index == 0 ? "order" : "",
                item.padded(to: Self.nameColumn) + options.padded(to: Self.optionColumn)
                    + line.total.formatted(currency: menu.store.currency))
        }
        if !outcome.lines.isEmpty {
            row(
                "total",
                console.styled(
                    "".padded(to: Self.nameColumn + Self.optionColumn)
                        + outcome.total.formatted(currency: menu.store.currency), .green))
        }
        for warning in outcome.warnings { row("note", console.styled(warning, .yellow)) }
        let figures = outcome.latency
        let preview =
            figures.audioToPreview.summary.map {
                String(format: ", preview %.1f ms after its audio (p95)", $0.p95.milliseconds)
            } ?? ""
        row(
            "speed", String(format: "%.1f s of audio in %.2f s%@", figures.audio.seconds, figures.wall.seconds, preview)
        )
        console.line("")
    }

    private func row(_ label: String, _ text: String, after time: String = "") {
        console.line("  \(label.padded(to: 9)) \(time.isEmpty ? "" : console.styled(time, .faint) + "  ")\(text)")
    }

    private func preview(_ item: LiveOrderItem) -> String {
        let names = item.modifiers.map { $0.label.lowercased() }.joined(separator: ", ")
        return "\(item.quantity) × \(item.label)" + (names.isEmpty ? "" : " (\(names))")
    }
}
