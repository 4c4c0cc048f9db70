import { availableValues, type FormValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Price, type Prices, priceOf } from '#core/models/rules/price.ts'

/** What a text model can do with a prompt: options of its field `task` (docs/models.md#texts). */
export const helpTasks = ['improve', 'translate-en', 'translate-zh', 'describe', 'shots'] as const
export type HelpTask = (typeof helpTasks)[number]

/** One thing that can be done, by which model, and what it costs. */
export type HelpChoice = { task: HelpTask; model: Model; values: FormValues; price: Price }

/** A form's prompt, and the address of the first image that it has. */
export type Prompted = { kind: Kind; prompt: string; image: string | undefined }

/**
 * Returns what can be done with a prompt, each by the cheapest model that offers it; of equal prices
 * the first in the order of the models. Without a prompt only an image can be described.
 */
export function chooseHelp(
  models: readonly Model[],
  { kind, prompt, image }: Prompted,
  prices: Prices,
): HelpChoice[] {
  const tasks = helpTasks.filter((task) =>
    task === 'describe' ? image !== undefined : prompt.trim() !== '',
  )
  return tasks
    .filter((task) => suits(task, kind, prompt))
    .flatMap((task) => {
      const [cheapest] = models
        .flatMap((model) => choiceOf(model, task, { prompt, image }, prices) ?? [])
        .toSorted((a, b) => a.price.credits - b.price.credits)
      return cheapest ?? []
    })
}

/** The kinds whose prompt is read aloud, or is a question: it is translated alone. */
const onlyTranslated: readonly Kind[] = ['speech', 'image-understanding']

/** A prompt with Chinese in it is translated into English alone; a film alone has shots. */
function suits(task: HelpTask, kind: Kind, prompt: string): boolean {
  if (task === 'translate-en') return true
  if (task === 'translate-zh') return !/\p{Script=Han}/u.test(prompt)
  return !onlyTranslated.includes(kind) && (task !== 'shots' || kind === 'video')
}

/** What is sent where an image is described and no prompt says what for. */
const usualQuestion = 'Describe this image.'

function choiceOf(
  model: Model,
  task: HelpTask,
  { prompt, image }: Omit<Prompted, 'kind'>,
  prices: Prices,
): HelpChoice | undefined {
  const control = model.fields.task?.control
  const isOffered = control?.kind === 'segments' && control.options.includes(task)
  const imageField = Object.keys(model.fields).find((name) => {
    const field = model.fields[name]?.control
    return field?.kind === 'file' && field.accept === 'image'
  })
  if (model.kind !== 'text' || model.hidden || !isOffered) return undefined
  if (task === 'describe' && imageField === undefined) return undefined
  const values = availableValues(model, {
    ...initialValues(model),
    task,
    [model.promptField ?? 'prompt']: prompt.trim() || usualQuestion,
    ...(task === 'describe' && imageField && { [imageField]: image }),
  })
  return { task, model, values, price: priceOf(model, values, prices) }
}

/** The lines of an answer that was split into shots, without numbers and bullets at their begin. */
export function shotsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|(?:shot\s*)?\d{1,2}\s*[.):：、])\s*/i, '').trim())
    .filter((line) => line !== '')
}
