internal import BrewsCLI
internal import CInterop

// Before there is a second thread.
Allocation.keepSmall()
await BrewsTool.main()
