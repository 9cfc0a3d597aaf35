import OrderParsing
import OrderSession
import Ordering

let menu = try MenuLoader.builtIn()
let parser = try OrderParsingPipeline(menu: menu)
var cart = CartCoordinator(menu: menu)
print("Welcome to \(menu.store.name). What would you like?")

while let sentence = readLine() {
    let prompts = cart.apply(parser.parse(sentence))
    print(prompts)
}
