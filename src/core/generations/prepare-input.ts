import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { type DataFiles, takeDataUris } from '#core/media/uploads/data-uris.ts'
import { type ResolveInputsParts, resolveInputs } from '#core/media/uploads/resolve-inputs.ts'
import { filesOf, withFiles } from '#core/models/rules/file-field.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type FieldProblem, parseInput } from '#core/models/rules/parse-input.ts'
import { type Price, priceOf } from '#core/models/rules/price.ts'
import { unusedFiles } from '#core/models/rules/request-files.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { pricesOf, type StudioSettings } from '#core/settings/studio-settings-rules.ts'
import type { InputCopy } from './queries/start-generation.ts'

export type PreparedInput = { model: Model; input: Record<string, unknown>; price: Price }

/** What a feature has against a parsed input, such as a text that the operator does not allow. */
export type InputCheck = (
  model: Model,
  input: Readonly<Record<string, unknown>>,
  settings: StudioSettings,
) => FieldProblem[]

declare module '#core/parts.ts' {
  interface Contributions {
    inputChecks: readonly InputCheck[]
  }
}

type PrepareInputParts = Parts<'contributions' | 'settings'>

/**
 * Validates the input against its model and what features check, and prices it. Throws `Refused`
 * with every problem at once; a file that the model does not accept is one, because it would be paid
 * for and ignored.
 */
export function prepareInput(
  { contributions, settings: reader }: PrepareInputParts,
  model: Model,
  raw: Record<string, unknown>,
): PreparedInput {
  const { settings } = reader.current()
  const parsed = parseInput(model, raw)
  const problems = [
    ...(parsed.ok
      ? contributions.inputChecks.flatMap((check) => check(model, parsed.input, settings))
      : parsed.problems),
    ...unusedFiles(model, raw),
  ]
  if (!parsed.ok || problems.length > 0)
    throw new Refused({ reason: 'invalid_input', problems, model })
  return { model, input: parsed.input, price: priceOf(model, parsed.input, pricesOf(settings)) }
}

/**
 * Returns the price of an input before its files are uploaded: no price depends on them. Throws
 * `Refused` for all other problems.
 */
export function quoteInput(
  context: PrepareInputParts,
  model: Model,
  given: Record<string, unknown>,
): Price {
  const { input: raw } = takeDataUris(model, given)
  const parsed = parseInput(model, raw)
  const missing = parsed.ok
    ? []
    : parsed.problems.filter((problem) => isMissingFile(model, problem))
  if (missing.length === 0) return prepareInput(context, model, raw).price
  const filled = Object.fromEntries(missing.map(({ field }) => [field, 'https://file.invalid']))
  return quoteInput(context, model, { ...raw, ...filled })
}

function isMissingFile({ fields }: Model, { field, problem }: FieldProblem): boolean {
  return problem === 'required' && fields[field]?.control.kind === 'file'
}

type Request = {
  accountId: string
  origins: readonly string[]
  model: Model
  input: Record<string, unknown>
  dataFiles?: DataFiles
}

/** The input with addresses of the generation's own files, and the originals of those copies. */
export type ResolvedFiles = { input: Record<string, unknown>; inputs: InputCopy[] }

/**
 * Finds, or fetches and validates, every file that a parsed input names. None of them belongs to a
 * generation before the charge. Throws `Refused` `invalid_input` naming the fields.
 */
export async function resolveInputFiles(
  context: ResolveInputsParts,
  { input, ...request }: Request,
): Promise<ResolvedFiles> {
  const { accountId, model } = request
  const files = filesOf(model.fields, input)
  if (files.length === 0) return { input, inputs: [] }

  const resolved = await resolveInputs(context, { ...request, files })
  const problems = findOtherSizes(model, resolved)
  if (problems.length > 0) throw new Refused({ reason: 'invalid_input', problems, model })
  const inputs = resolved.map(({ media }) => ({ id: uuid(), source: media.id }))
  const addresses = inputs.map(({ id }, position) =>
    mediaAddress({ id, account_id: accountId }, String(position + 1)),
  )
  return { input: withFiles(model.fields, input, addresses), inputs }
}

/**
 * A mask that is not as large as its image would be paid for and rejected by the provider; that of a
 * video is scaled there.
 */
function findOtherSizes(
  { fields }: Model,
  files: readonly { field: string; media: MediaRow }[],
): FieldProblem[] {
  return files.flatMap(({ field, media: mask }) => {
    const control = fields[field]?.control
    const maskOf = control?.kind === 'file' ? control.maskOf : undefined
    const image = files.find((one) => one.field === maskOf)?.media
    if (!image?.content_type.startsWith('image/')) return []
    if (mask.width === image.width && mask.height === image.height) return []
    return [{ field, problem: 'other_size', options: [`${image.width}x${image.height}`] }]
  })
}

/**
 * Everything a create request contains; `input` as the model parsed it, with its files as the
 * client named them.
 */
export type RequestContent = {
  model: Model
  input: Record<string, unknown>
  isPublic: boolean
  parentId: string | null
}

/**
 * Returns 16 bytes that are equal exactly for equal requests: the order of keys, unknown keys and
 * explicit defaults make no difference.
 */
export function hashRequest({ model, input, isPublic, parentId }: RequestContent): Buffer {
  const content = [model.kind, model.generationType, model.id, input, isPublic, parentId]
  return createHash('sha256').update(JSON.stringify(content, sortKeys)).digest().subarray(0, 16)
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
