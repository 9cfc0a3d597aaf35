internal import BrewsCLI

await BrewsTool.main()
