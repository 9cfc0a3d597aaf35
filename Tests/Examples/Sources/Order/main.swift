// A recorded order in, the order with its prices out: Order guest.wav
import AudioFiles
import ModelCatalogue
import Ordering
import SpeechAssembly
import VoiceOrdering
import VoskEngine

let menu = try MenuLoader.builtIn()
let recogniser = try VoskVoiceService(bundled: ModelCatalogue.defaultModel, menu: menu)
let guest = try VoiceOrderingOrchestrator(menu: menu, service: recogniser)
let order = try await guest.takeOrder(from: RecordedAudio.open(path: CommandLine.arguments[1]))
for line in order.lines {
    print(line.quantity, line.name, line.options, line.total.formatted(currency: menu.store.currency))
}
print("total", order.total.formatted(currency: menu.store.currency))
