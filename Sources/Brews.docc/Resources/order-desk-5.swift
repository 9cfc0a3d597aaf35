import AudioFiles
import Feedback
import ModelCatalogue
import OrderParsing
import OrderSession
import Ordering
import SpeechAssembly
import VoiceOrdering
import VoskEngine

let menu = try MenuLoader.builtIn()

if let recording = CommandLine.arguments.dropFirst().first {
    let recogniser = try VoskVoiceService(bundled: ModelCatalogue.defaultModel, menu: menu)
    let guest = try VoiceOrderingOrchestrator(menu: menu, service: recogniser)
    let order = try await guest.takeOrder(from: RecordedAudio.open(path: recording))
    for line in order.lines {
        print(line.quantity, line.name, line.options, line.total.formatted(currency: menu.store.currency))
    }
    print("total", order.total.formatted(currency: menu.store.currency))
} else {
    let parser = try OrderParsingPipeline(menu: menu)
    let writer = try PromptWriter(menu: menu)
    var cart = CartCoordinator(menu: menu)
    print("Welcome to \(menu.store.name). What would you like?")

    while let sentence = readLine() {
        let prompts = cart.apply(parser.parse(sentence))
        print(writer.reply(prompts))
    }
    for line in try cart.pricedLines {
        print(line.quantity, line.name, line.options, line.total.formatted(currency: menu.store.currency))
    }
    print("total", cart.total.formatted(currency: menu.store.currency))
}
