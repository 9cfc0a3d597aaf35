// Sentences in, replies and the cart out: TextToCart "two large lattes" "make one iced"
import Feedback
import OrderParsing
import OrderSession
import Ordering

let menu = try MenuLoader.builtIn()
let parser = try OrderParsingPipeline(menu: menu)
let replies = try PromptWriter(menu: menu)
var cart = CartCoordinator(menu: menu)
for sentence in CommandLine.arguments.dropFirst() {
    let prompts = cart.apply(parser.parse(sentence))
    print("\(sentence) → \(replies.reply(prompts))")
}
for line in try cart.pricedLines {
    print(line.quantity, line.name, line.options, line.total.formatted(currency: menu.store.currency))
}
print("total", cart.total.formatted(currency: menu.store.currency))
