import { findInputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { filesOf, withFiles } from '#core/models/rules/file-field.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { Parts } from '#core/parts.ts'
import type { ConfiguredProvider, InputFile } from '#providers/provider.ts'
import type { GenerationRow } from '../tables.ts'

/** An input whose files are addresses for the provider, or the names of `files`. */
export type AddressedInput = {
  input: Record<string, unknown>
  files?: ReadonlyMap<string, InputFile>
}

/**
 * Returns the input with addresses that the provider can read: signed ones of our storage, or those
 * of copies uploaded to the provider's storage. Where it has none, its files go with the submit.
 * Throws `ProviderError`, or what storage throws.
 */
export async function resolveFileAddresses(
  context: Parts<'database' | 'storage'>,
  { model, provider }: { model: Model; provider: ConfiguredProvider },
  { id, account_id, input }: Pick<GenerationRow, 'id' | 'account_id' | 'input'>,
): Promise<AddressedInput> {
  if (filesOf(model.fields, input).length === 0) return { input }
  const rows = await findInputs(context.database, [{ id, account_id }])
  const files = rows.map((row) => inputFileOf(context, row))
  if (!provider.provider.upload) {
    const names = files.map((_, index) => `input-file:${index}`)
    return {
      input: withFiles(model.fields, input, names),
      files: new Map(names.map((name, index) => [name, files[index] as InputFile])),
    }
  }
  const addresses = await Promise.all(
    rows.map((row, index) => addressOf(context, provider, row, files[index] as InputFile)),
  )
  return { input: withFiles(model.fields, input, addresses) }
}

/** How long a signed input address is valid, in s: a job may wait for hours before it begins. */
const addressTime = 24 * 3_600

async function addressOf(
  { storage }: Parts<'storage'>,
  { provider, signsInputs }: ConfiguredProvider,
  { storage_key: key, content_type: contentType }: MediaRow,
  file: InputFile,
): Promise<string> {
  if (signsInputs || !provider.upload)
    return storage.signedReadUrl(key, { seconds: addressTime, contentType })
  return provider.upload(file)
}

function inputFileOf(
  { storage }: Parts<'storage'>,
  { storage_key: key, content_type: contentType, bytes }: MediaRow,
): InputFile {
  return {
    contentType,
    bytes,
    fileName: key.split('/').at(-1) ?? key,
    open: () => storage.read(key),
  }
}
