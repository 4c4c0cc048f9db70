import { findModel, offeredModels } from '#catalogue/catalogue.ts'
import { initialValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { prefill } from '#catalogue/prefill.ts'
import { changeModel } from '../recipe.ts'
import type { Draft } from './draft.ts'

export type StartingPoint = {
  draft: Draft
  /** Parameters of the address that made no sense. */
  ignored: string[]
  /** The draft that a whole recipe in the address took the place of. */
  replaced?: Draft
}

/** Parameters beside the fields' own names that are for the form (specification, creation §2 and history §2). */
const otherParameters = [
  ...['model', 'modelId', 'steps', 'cfg_scale', 'width', 'height'],
  ...['quality', 'mode', 'style', 'image', 'image_url', 'imageSrc'],
]

/**
 * What a form opens with. `query` holds the form's own parameters. An address with a prompt is a whole recipe and takes
 * the draft's place; one without only changes what it names. With neither, the draft, else the first model's own values.
 */
export function startingPoint(
  generationType: string,
  query: Record<string, string>,
  draft: Draft | undefined,
): StartingPoint {
  const before = draft ?? freshDraft(generationType)
  if (Object.keys(query).length === 0) return { draft: before, ignored: [] }

  const wanted = query.model ?? query.modelId
  const found = wanted === undefined ? undefined : findModel(wanted, generationType)
  const model = found && !found.hidden ? found : before.model
  const { values, given, ignored } = prefill(model, query)
  const unknown = [...(wanted !== undefined && model !== found ? ['model'] : []), ...ignored]

  if (query.prompt !== undefined) {
    const next: Draft = { ...before, model, values, setAside: {}, isWanted: false }
    return { draft: next, ignored: unknown, ...(draft && hasText(draft) && { replaced: draft }) }
  }
  const switched = changeModel(before.model, model, before.values, before.setAside)
  return {
    draft: {
      ...before,
      model,
      values: { ...switched.values, ...given },
      setAside: switched.setAside,
    },
    ignored: unknown,
  }
}

/** The parameters of an address that a form of this type takes in, sensible or not. */
export function formQuery(generationType: string, search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => isForForm(generationType, name)))
}

/** The rest of the address's query, with its question mark, or nothing. */
export function otherQuery(generationType: string, search: string): string {
  const rest = [...new URLSearchParams(search)].filter(([name]) => !isForForm(generationType, name))
  return rest.length === 0 ? '' : `?${new URLSearchParams(rest)}`
}

function isForForm(generationType: string, name: string): boolean {
  return otherParameters.includes(name) || offeredModels(generationType).some(({ fields }) => name in fields)
}

function freshDraft(generationType: string): Draft {
  const [model] = offeredModels(generationType)
  if (!model) throw new Error(`Nothing makes ${generationType}`)
  return { ...blank(model), setAside: {}, isWanted: false }
}

const blank = (model: Model) => ({ model, values: initialValues(model), isPublic: true })

const hasText = ({ values }: Draft) => Object.values(values).some((value) => typeof value === 'string' && value !== '')
