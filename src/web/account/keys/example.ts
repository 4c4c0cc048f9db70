import { offeredModels } from '#core/models/rules/catalogue.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { uploadPaths } from '#web/lib/upload.ts'
import { m } from '#web/messages/compiled/messages.js'
import clip from './clip.mp4'
import photo from './photo.jpg'

/** A field of an input, by its name here and at the provider. */
type Field = { ours: string; theirs: string }

/** All data that a program needs for a task. */
export type Example = {
  /** The origin of this installation, without a slash at the end. */
  studio: string
  key: string
  model: Model
  /** The path of its kind. */
  createPath: string
  prompt: Field & { text: string }
  file?: Field &
    Omit<SampleFile, 'endpoint'> & { uploadPath: string; endpoint: SampleFile['endpoint'] }
}

/** Fills in a task for an installation and a key. */
export function buildExample(
  task: Task,
  { studio, key }: Pick<Example, 'studio' | 'key'>,
): Example {
  const model = modelOf(task)
  const promptField = model.promptField ?? 'prompt'
  const fileField = Object.keys(model.fields).find(
    (name) => model.fields[name]?.control.kind === 'file',
  )
  const theirs = providerNames(model, [promptField, ...(fileField ? [fileField] : [])])
  return {
    studio,
    key,
    model,
    createPath: kindFacts[model.kind].createPath,
    prompt: { ours: promptField, theirs: theirs(promptField), text: task.prompt() },
    ...(task.file &&
      fileField && {
        file: {
          ours: fileField,
          theirs: theirs(fileField),
          ...task.file,
          uploadPath: uploadPaths[task.file.endpoint],
        },
      }),
  }
}

/**
 * The provider's names for the fields of a model, found by building a request with a distinct value
 * for each.
 */
function providerNames(model: Model, names: readonly string[]): (name: string) => string {
  const mark = (name: string) => `https://marks.invalid/${name}`
  const marked = Object.fromEntries(names.map((name) => [name, mark(name)]))
  const parsed = parseInput(model, { ...initialValues(model), ...marked })
  const sent = parsed.ok ? Object.entries(model.toProvider(parsed.input)) : []
  return (name) => {
    const found = sent.find(([, value]) => value === mark(name))
    if (!found) throw new Error(`${model.id} sends no ${name}`)
    return found[0]
  }
}

/**
 * A file to try an example with: its name beside the program, its address here, and the endpoint
 * for its upload.
 */
type SampleFile = { name: string; type: string; address: string; endpoint: 'image' | 'video' }

/** A task for a program. */
export type Task = {
  generationType: string
  label: () => string
  prompt: () => string
  file?: SampleFile
}

const samplePhoto: SampleFile = {
  name: 'photo.jpg',
  type: 'image/jpeg',
  address: photo,
  endpoint: 'image',
}
const sampleVideo: SampleFile = {
  name: 'clip.mp4',
  type: 'video/mp4',
  address: clip,
  endpoint: 'video',
}

/** Different ways to start: from words, from an image, from a video. */
const tasks: readonly Task[] = [
  { generationType: 'text-to-image', label: m.examples_image, prompt: m.sample_sea },
  {
    generationType: 'image-editing',
    label: m.examples_edit,
    prompt: m.example_edit_1,
    file: samplePhoto,
  },
  { generationType: 'text-to-video', label: m.examples_video, prompt: m.example_video_text_1 },
  {
    generationType: 'video-to-audio',
    label: m.examples_audio,
    prompt: m.example_audio_2,
    file: sampleVideo,
  },
  {
    generationType: 'text-to-speech',
    label: m.nav_text_to_speech,
    prompt: m.example_speech_1,
  },
  { generationType: 'text-to-music', label: m.nav_text_to_music, prompt: m.example_music_1 },
  {
    generationType: 'image-understanding',
    label: m.examples_question,
    prompt: m.example_question_1,
    file: samplePhoto,
  },
]

/** The tasks that this studio has a model for. */
export function offeredTasks(): Task[] {
  return tasks.filter(({ generationType }) => offeredModels(generationType).length > 0)
}

/** The model of a task: the form's default. */
function modelOf({ generationType }: Task): Model {
  const [model] = offeredModels(generationType)
  if (!model) throw new Error(`Nothing makes ${generationType}`)
  return model
}

/** The price of running the example once, in credits. */
export function creditsOf(task: Task, prices: Prices): number {
  const model = modelOf(task)
  return priceOf(model, initialValues(model), prices).credits
}

/** Returns a string literal of TypeScript. */
export function inQuotes(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
