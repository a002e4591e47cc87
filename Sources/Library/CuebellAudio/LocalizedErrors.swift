public import AudioMixing
public import CueAudio
public import Cuebell

#if canImport(FoundationEssentials)
import FoundationEssentials
#elseif canImport(Foundation)
import Foundation
#endif

#if canImport(FoundationEssentials) || canImport(Foundation)
extension SpeechError: ExplainedError {}
extension SoundLoadError: ExplainedError {}
extension SinkError: ExplainedError {}
extension AudioSessionError: ExplainedError {}
#endif
