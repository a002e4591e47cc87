@_exported public import AudioMixing
@_exported public import CueAudio
@_exported public import Cuebell
