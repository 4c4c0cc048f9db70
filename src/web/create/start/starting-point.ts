import { offeredModels } from '#core/models/rules/catalogue.ts'
import { availableValues } from '#core/models/rules/form-values.ts'
import { isParameterOf, prefill } from '#core/models/rules/prefill.ts'
import { findForm } from '#web/shared/form-address.ts'
import { enteredValues } from './carry-over.ts'
import { type Draft, initialDraft, isRecordId } from './draft.ts'
import { changeModel } from './form-values.ts'
import { keepParent } from './keep-parent.ts'

type StartingPoint = {
  draft: Draft
  /** Invalid parameters of the address. */
  ignored: string[]
  /** The draft that a complete recipe in the address replaced. */
  replaced?: Draft
}

/** Parameters for the form beside those of its fields (docs/spec/creation.md#prefill). */
const otherParameters = [
  ...['parent', 'is_public'],
  ...['model', 'modelId', 'quality', 'mode', 'style', 'duration', 'fps', 'width', 'height'],
]

/**
 * Files and other values that the documents allow in an address; a form without a field for one
 * reports it.
 */
const documentedParameters = [
  ...[
    'prompt',
    'question',
    'negative_prompt',
    'image',
    'imageSrc',
    'image_url',
    'start_image_url',
    'end_image_url',
  ],
  ...['video_url', 'mask_video_url', 'task'],
]

/**
 * The initial content of a form. `query` contains the form's own parameters. An address with a
 * prompt is a complete recipe and replaces the draft; one without only changes the fields it names.
 * With neither, the draft, otherwise the first model's defaults.
 */
export function startingPoint(
  generationType: string,
  query: Record<string, string>,
  draft: Draft | undefined,
): StartingPoint {
  const before = draft ?? initialDraft(generationType)
  if (Object.keys(query).length === 0) return { draft: before, ignored: [] }

  const wanted = query.model ?? query.modelId
  const found =
    wanted === undefined ? undefined : findForm(before.model.kind, wanted, generationType)
  const isFound = found?.generationType === generationType
  const model = isFound ? found : before.model
  const formOptions = parseFormOptions(query)
  const { values, given, ignored } = prefill(model, query)
  const misplaced = documentedParameters.filter(
    (name) => query[name] && !isParameterOf(model, name),
  )
  const unknown = [...(wanted !== undefined && !isFound ? ['model'] : []), ...ignored, ...misplaced]

  if ((query.prompt ?? query[model.promptField ?? 'prompt']) !== undefined) {
    const next: Draft = { ...before, ...formOptions, model, values, setAside: {}, isWanted: false }
    return { ...available(next, unknown), ...(draft && isBegun(draft) && { replaced: draft }) }
  }
  const switched = changeModel(before.model, model, before.values, before.setAside)
  const next: Draft = {
    ...before,
    ...(formOptions.parentId && formOptions),
    model,
    values: { ...switched.values, ...given },
    setAside: switched.setAside,
  }
  return available(keepParent(before, next), unknown)
}

/**
 * The draft without options that do not apply beside its other values; those from the address are
 * reported.
 */
function available(draft: Draft, ignored: string[]): Pick<StartingPoint, 'draft' | 'ignored'> {
  const values = availableValues(draft.model, draft.values)
  const moveEntry = Object.keys(values).filter((name) => values[name] !== draft.values[name])
  return { draft: { ...draft, values }, ignored: [...ignored, ...moveEntry] }
}

/** The parameters for the generation beside its fields: its visibility, and its parent. */
function parseFormOptions({
  parent,
  is_public: isPublic,
}: Record<string, string>): Pick<Draft, 'parentId'> & { isPublic?: boolean } {
  return {
    parentId: isRecordId(parent) ? parent : undefined,
    ...((isPublic === 'true' || isPublic === 'false') && { isPublic: isPublic === 'true' }),
  }
}

/** The parameters of an address that a form of this type reads, valid or not. */
export function formQuery(generationType: string, search: string): Record<string, string> {
  return Object.fromEntries(
    [...new URLSearchParams(search)].filter(([name]) => isForForm(generationType, name)),
  )
}

/** The rest of the address's query, with its question mark, or nothing. */
export function remainingQuery(generationType: string, search: string): string {
  const rest = [...new URLSearchParams(search)].filter(([name]) => !isForForm(generationType, name))
  return rest.length === 0 ? '' : `?${new URLSearchParams(rest)}`
}

function isForForm(generationType: string, name: string): boolean {
  return (
    otherParameters.includes(name) ||
    documentedParameters.includes(name) ||
    offeredModels(generationType).some((model) => isParameterOf(model, name))
  )
}

const isBegun = ({ model, values }: Draft) => Object.keys(enteredValues(model, values)).length > 0
