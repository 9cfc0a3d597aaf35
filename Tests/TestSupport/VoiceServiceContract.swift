@_exported public import VoiceServiceContract
