import Feedback
import OrderParsing
import OrderSession
import Ordering

let menu = try MenuLoader.builtIn()
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
