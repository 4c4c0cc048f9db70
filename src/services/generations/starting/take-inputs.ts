import { v7 as uuid } from 'uuid'
import { filesOf, withFiles } from '#catalogue/file-field.ts'
import type { Model } from '#catalogue/model.ts'
import type { InputCopy } from '#database/queries/start-generation.ts'
import type { ServiceContext } from '../../context.ts'
import { resolveInputs } from '../../uploads/resolve-inputs.ts'

type Request = {
  accountId: string
  origins: readonly string[]
  model: Model
  input: Record<string, unknown>
}

/** The input with addresses of the generation's own files, and which files those are copies of. */
export type TakenInputs = { input: Record<string, unknown>; inputs: InputCopy[] }

/**
 * Finds, or fetches and judges, every file that a parsed input names. Nothing of them belongs to a
 * generation until the charge is written. Throws `Refused` `invalid_input` naming the fields.
 */
export async function takeInputs(
  context: ServiceContext,
  { accountId, origins, model, input }: Request,
): Promise<TakenInputs> {
  const files = filesOf(model.fields, input)
  if (files.length === 0) return { input, inputs: [] }

  const resolved = await resolveInputs(context, { accountId, origins, files })
  const inputs = resolved.map(({ media }) => ({ id: uuid(), source: media.id }))
  const addresses = inputs.map(({ id }, position) => `/media/${id}/${position + 1}`)
  return { input: withFiles(model.fields, input, addresses), inputs }
}
