import { filesOf, withFiles } from '#catalogue/file-field.ts'
import type { Model } from '#catalogue/model.ts'
import { findInputs } from '#database/queries/media.ts'
import type { GenerationRow, MediaRow } from '#database/tables.ts'
import type { ServiceContext } from '../../context.ts'

/** How long the provider may fetch an input, in s: a job may wait for hours before it begins. */
const addressTime = 24 * 3_600

/**
 * The input with addresses at which the provider finds our files: signed ones of ours, or, where it
 * cannot reach us, those of copies handed to its own storage. Throws `ProviderError`, or what
 * storage throws.
 */
export async function giveInputs(
  context: ServiceContext,
  model: Model,
  { id, input }: Pick<GenerationRow, 'id' | 'input'>,
): Promise<Record<string, unknown>> {
  if (filesOf(model.fields, input).length === 0) return input
  const files = await findInputs(context.database, [id])
  const addresses = await Promise.all(files.map((file) => addressOf(context, file)))
  return withFiles(model.fields, input, addresses)
}

async function addressOf(
  { storage, provider, signsInputs }: ServiceContext,
  file: MediaRow,
): Promise<string> {
  const { storage_key: key, content_type: contentType, bytes } = file
  if (signsInputs) return storage.signedReadUrl(key, { seconds: addressTime, contentType })
  return provider.upload({
    contentType,
    bytes,
    fileName: key.split('/').at(-1) ?? key,
    open: () => storage.read(key),
  })
}
