import aceStepPromptToAudio from './ace-step-prompt-to-audio.json' with { type: 'json' }
import birefnetV2Video from './birefnet-v2-video.json' with { type: 'json' }
import briaBackgroundRemove from './bria-background-remove.json' with { type: 'json' }
import briaVideoBackgroundRemovalV3 from './bria-video-background-removal-v3.json' with {
  type: 'json',
}
import bytedanceSeedreamV45TextToImage from './bytedance-seedream-v4.5-text-to-image.json' with {
  type: 'json',
}
import clarityUpscaler from './clarity-upscaler.json' with { type: 'json' }
import creatifyAurora from './creatify-aurora.json' with { type: 'json' }
import depthAnythingV2 from './depth-anything-v2.json' with { type: 'json' }
import dwpose from './dwpose.json' with { type: 'json' }
import elevenlabsAudioIsolation from './elevenlabs-audio-isolation.json' with { type: 'json' }
import elevenlabsSpeechToText from './elevenlabs-speech-to-text.json' with { type: 'json' }
import elevenlabsVoiceChanger from './elevenlabs-voice-changer.json' with { type: 'json' }
import evfSam from './evf-sam.json' with { type: 'json' }
import flashvsrUpscaleVideo from './flashvsr-upscale-video.json' with { type: 'json' }
import flux2 from './flux-2.json' with { type: 'json' }
import fluxControlLoraCanny from './flux-control-lora-canny.json' with { type: 'json' }
import fluxControlLoraDepth from './flux-control-lora-depth.json' with { type: 'json' }
import fluxProV1Fill from './flux-pro-v1-fill.json' with { type: 'json' }
import gpt5Mini from './gpt-5-mini.json' with { type: 'json' }
import hunyuan3dV2 from './hunyuan3d-v2.json' with { type: 'json' }
import ideogramV3 from './ideogram-v3.json' with { type: 'json' }
import klingVideoV26ProImageToVideo from './kling-video-v2.6-pro-image-to-video.json' with {
  type: 'json',
}
import klingVideoV26ProTextToVideo from './kling-video-v2.6-pro-text-to-video.json' with {
  type: 'json',
}
import latentsync from './latentsync.json' with { type: 'json' }
import minimaxHailuo23ProImageToVideo from './minimax-hailuo-2.3-pro-image-to-video.json' with {
  type: 'json',
}
import minimaxHailuo23StandardTextToVideo from './minimax-hailuo-2.3-standard-text-to-video.json' with {
  type: 'json',
}
import minimaxMusicV2 from './minimax-music-v2.json' with { type: 'json' }
import minimaxPreviewSpeech25Turbo from './minimax-preview-speech-2.5-turbo.json' with {
  type: 'json',
}
import nanoBananaPro from './nano-banana-pro.json' with { type: 'json' }
import qwenImage from './qwen-image.json' with { type: 'json' }
import stableAudio25TextToAudio from './stable-audio-25-text-to-audio.json' with { type: 'json' }
import syncLipsyncV2 from './sync-lipsync-v2.json' with { type: 'json' }
import topazUpscaleVideo from './topaz-upscale-video.json' with { type: 'json' }
import tripoP1TextTo3d from './tripo-p1-text-to-3d.json' with { type: 'json' }
import veo31 from './veo3.1.json' with { type: 'json' }
import wan25PreviewTextToVideo from './wan-25-preview-text-to-video.json' with { type: 'json' }
import wizper from './wizper.json' with { type: 'json' }
import zImageTurbo from './z-image-turbo.json' with { type: 'json' }

/**
 * Definitions made of the providers' documentation, with a price, for operators to add. They are not part of the
 * product's models: none was run at the live provider.
 */
export const readyDefinitions: readonly { id: string }[] = [
  flux2,
  qwenImage,
  zImageTurbo,
  nanoBananaPro,
  bytedanceSeedreamV45TextToImage,
  ideogramV3,
  fluxProV1Fill,
  fluxControlLoraCanny,
  fluxControlLoraDepth,
  evfSam,
  clarityUpscaler,
  briaBackgroundRemove,
  depthAnythingV2,
  dwpose,
  klingVideoV26ProTextToVideo,
  klingVideoV26ProImageToVideo,
  veo31,
  minimaxHailuo23StandardTextToVideo,
  minimaxHailuo23ProImageToVideo,
  wan25PreviewTextToVideo,
  topazUpscaleVideo,
  flashvsrUpscaleVideo,
  birefnetV2Video,
  briaVideoBackgroundRemovalV3,
  syncLipsyncV2,
  latentsync,
  creatifyAurora,
  minimaxPreviewSpeech25Turbo,
  minimaxMusicV2,
  aceStepPromptToAudio,
  stableAudio25TextToAudio,
  elevenlabsVoiceChanger,
  elevenlabsAudioIsolation,
  wizper,
  elevenlabsSpeechToText,
  gpt5Mini,
  hunyuan3dV2,
  tripoP1TextTo3d,
]
