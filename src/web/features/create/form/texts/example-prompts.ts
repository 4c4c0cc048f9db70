import type { Model } from '#catalogue/model.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type Start, startsOf } from '../model/starts.ts'

type Prompts = readonly (() => string)[]

const filmed: Partial<Record<Start, Prompts>> = {
  text: [m.example_film_text_1, m.example_film_text_2, m.example_film_text_3],
  image: [m.example_film_image_1, m.example_film_image_2, m.example_film_image_3],
  frames: [m.example_film_frames_1, m.example_film_frames_2, m.example_film_frames_3],
  video: [m.example_film_video_1, m.example_film_video_2, m.example_film_video_3],
}

const drawn: Partial<Record<Start, Prompts>> = {
  text: [m.sample_sea, m.sample_forest, m.sample_planet],
  image: [m.example_redraw_1, m.example_redraw_2, m.example_redraw_3],
}

/** Words worth trying with a model, in the reader's language. */
export function examplePrompts(model: Model): readonly string[] {
  return promptsOf(model).map((prompt) => prompt())
}

function promptsOf(model: Model): Prompts {
  const [start = 'text'] = startsOf(model)
  switch (model.kind) {
    case 'image':
      return drawn[start] ?? []
    case 'video':
      return filmed[start] ?? []
    case 'image-editing':
      return [m.example_edit_1, m.example_edit_2, m.example_edit_3]
    case 'audio':
      return [m.example_sound_1, m.example_sound_2, m.example_sound_3]
    case 'image-understanding':
      return [m.example_question_1, m.example_question_2, m.example_question_3]
  }
}
