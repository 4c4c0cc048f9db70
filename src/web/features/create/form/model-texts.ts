import { textIn } from '#catalogue/fields.ts'
import type { Model } from '#catalogue/model.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type StartMode, startModesOf } from './start-modes.ts'

/** The strengths of a model, in a few words. */
export function modelStrength({ strength }: Pick<Model, 'strength'>): string | undefined {
  return strength && textIn(strength, currentLocale())
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

/** Example prompts for a model, in the reader's language. */
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
