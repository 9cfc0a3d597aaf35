internal import BrewsCLI
internal import PlatformSupport

// Before there is a second thread, or a file.
StandardStreams.occupy()
Allocation.keepSmall()
await BrewsTool.main()
