import { offeredModels } from '#catalogue/catalogue.ts'
import { initialValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { type PriceOverrides, priceOf } from '#catalogue/price.ts'
import { m } from '#web/messages/compiled/messages.js'
import clip from './files/clip.mp4'
import photo from './files/photo.jpg'

/**
 * A file to try an example with: its name beside the program, its address here, and the door it is
 * uploaded through.
 */
export type SampleFile = { name: string; type: string; address: string; door: 'image' | 'film' }

/** Something one may want to do from a program. */
export type Task = {
  generationType: string
  label: () => string
  prompt: () => string
  file?: SampleFile
}

const aPhoto: SampleFile = { name: 'photo.jpg', type: 'image/jpeg', address: photo, door: 'image' }
const aClip: SampleFile = { name: 'clip.mp4', type: 'video/mp4', address: clip, door: 'film' }

/** One of each kind. */
export const tasks: readonly [Task, ...Task[]] = [
  { generationType: 'text-to-image', label: m.examples_image, prompt: m.sample_sea },
  {
    generationType: 'image-editing',
    label: m.examples_edit,
    prompt: m.example_edit_1,
    file: aPhoto,
  },
  { generationType: 'text-to-video', label: m.examples_video, prompt: m.example_film_text_1 },
  {
    generationType: 'video-to-audio',
    label: m.examples_sound,
    prompt: m.example_sound_2,
    file: aClip,
  },
  {
    generationType: 'image-understanding',
    label: m.examples_question,
    prompt: m.example_question_1,
    file: aPhoto,
  },
]

/** The model that a task is done with: its form's own. */
export function modelOf({ generationType }: Task): Model {
  const [model] = offeredModels(generationType)
  if (!model) throw new Error(`Nothing makes ${generationType}`)
  return model
}

/** What running the example once costs, in credits. */
export function creditsOf(task: Task, prices: PriceOverrides): number {
  const model = modelOf(task)
  return priceOf(model, initialValues(model), prices).credits
}
