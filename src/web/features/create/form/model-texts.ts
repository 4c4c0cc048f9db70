import type { Model } from '#catalogue/model.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type StartMode, startModesOf } from './start-modes.ts'

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

type Prompts = readonly (() => string)[]

const videoPrompts: Partial<Record<StartMode, Prompts>> = {
  text: [m.example_video_text_1, m.example_video_text_2, m.example_video_text_3],
  image: [m.example_video_image_1, m.example_video_image_2, m.example_video_image_3],
  frames: [m.example_video_frames_1, m.example_video_frames_2, m.example_video_frames_3],
  video: [m.example_video_video_1, m.example_video_video_2, m.example_video_video_3],
}

const imagePrompts: Partial<Record<StartMode, Prompts>> = {
  text: [m.sample_sea, m.sample_forest, m.sample_planet],
  image: [m.example_redraw_1, m.example_redraw_2, m.example_redraw_3],
}

/** Words worth trying with a model, in the reader's language. */
export function examplePrompts(model: Model): readonly string[] {
  return promptsOf(model).map((prompt) => prompt())
}

function promptsOf(model: Model): Prompts {
  const [start = 'text'] = startModesOf(model)
  switch (model.kind) {
    case 'image':
      return imagePrompts[start] ?? []
    case 'video':
      return videoPrompts[start] ?? []
    case 'image-editing':
      return [m.example_edit_1, m.example_edit_2, m.example_edit_3]
    case 'audio':
      return [m.example_audio_1, m.example_audio_2, m.example_audio_3]
    case 'image-understanding':
      return [m.example_question_1, m.example_question_2, m.example_question_3]
  }
}
