import type { Model } from '#catalogue/model.ts'
import { m } from '#web/messages/compiled/messages.js'

/**
 * What a model is good at, in a few words: by its generation type where it has one for itself, else
 * by its id.
 */
const strengths: Record<string, () => string> = {
  'flux-dev': m.create_model_flux_dev,
  'flux-schnell': m.create_model_flux_schnell,
  'janus-pro': m.create_model_janus_pro,
  'image-to-image': m.create_model_image_to_image,
  'flux-pro-kontext': m.create_model_flux_pro_kontext,
  'nano-banana-edit': m.create_model_nano_banana_edit,
  'qwen-image-edit': m.create_model_qwen_image_edit,
  'text-to-video': m.create_model_text_to_video,
  'text-to-video-pro': m.create_model_video_pro,
  'image-to-video': m.create_model_image_to_video,
  'image-to-video-pro': m.create_model_video_pro,
  'first-to-last-frame': m.create_model_first_to_last_frame,
  vace: m.create_model_vace,
  'wan-v2-2-5b': m.create_model_wan_5b,
  'wan-v2-2-a14b': m.create_model_wan_a14b,
  'video-to-audio': m.create_model_thinksound,
  'image-understanding': m.create_model_moondream,
}

export function modelStrength({
  id,
  generationType,
}: Pick<Model, 'id' | 'generationType'>): string | undefined {
  return (strengths[generationType] ?? strengths[id])?.()
}
