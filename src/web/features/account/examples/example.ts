import { initialValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { parseInput } from '#catalogue/parse-input.ts'
import { createPaths } from '#web/lib/generations.ts'
import { uploadPaths } from '#web/lib/uploads/upload.ts'
import { modelOf, type SampleFile, type Task } from './tasks.ts'

/** A field of an input, as this studio calls it and as the provider does. */
type Field = { ours: string; theirs: string }

/** All that a program needs to know to do a task here. */
export type Example = {
  /** Where this studio is, without a slash at the end. */
  studio: string
  key: string
  model: Model
  /** Where its kind is asked for. */
  createPath: string
  prompt: Field & { text: string }
  file?: Field & Omit<SampleFile, 'door'> & { uploadPath: string; door: SampleFile['door'] }
}

/** Fills a task in for a studio and a key. */
export function exampleOf(task: Task, { studio, key }: Pick<Example, 'studio' | 'key'>): Example {
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
    createPath: createPaths[model.kind],
    prompt: { ours: promptField, theirs: theirs(promptField), text: task.prompt() },
    ...(task.file &&
      fileField && {
        file: {
          ours: fileField,
          theirs: theirs(fileField),
          ...task.file,
          uploadPath: uploadPaths[task.file.door],
        },
      }),
  }
}

/** What the provider calls the fields of a model, found by sending each with a value of its own. */
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
