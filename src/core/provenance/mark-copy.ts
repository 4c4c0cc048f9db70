import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Parts } from '#core/parts.ts'
import type { IngredientFile } from './mark-file.ts'
import { signFile, toMark } from './mark-result.ts'
import { ingredientTitles } from './rules/manifest.ts'
import type { Mark } from './rules/mark.ts'
import { markProperties, writeXmp } from './rules/xmp.ts'

/** What marking a copy touches. */
export type CopyContext = Parts<'storage' | 'parsers' | 'settings' | 'signing' | 'version' | 'log'>

/** A stored result with its mark, and the generation that made it. */
export type MarkedMedia = Pick<
  MediaRow,
  'account_id' | 'generation_id' | 'storage_key' | 'content_type' | 'mark' | 'digital_source'
> & { [Name in 'model' | 'generation_type']: GenerationRow[Name] | null } & {
  model_version: GenerationRow['model_version'] | null
  provider_job: GenerationRow['provider_job']
  made_at: Date | null
}

/** Returns what the mark of a stored result says; `null`: it has none. */
export function markOf(
  context: Parts<'settings' | 'version'>,
  { generation_id: id, model, generation_type, made_at, digital_source, ...media }: MarkedMedia,
): Mark | null {
  if (!digital_source || !id || !model || !generation_type || !made_at) return null
  const { model_version, provider_job } = media
  const generation = { id, model, generation_type, model_version: model_version ?? 1 }
  return toMark(context, { ...generation, provider_job, made_at }, digital_source)
}

/** Whether a copy with other metadata needs a new signature. */
export function isSigned({ mark }: Pick<MarkedMedia, 'mark'>): boolean {
  return mark === 'signed'
}

/**
 * Writes a copy of a signed result with its settings, signed again, below `directory`. Answers its
 * path; where it cannot be signed now that of a copy as it is stored, which is marked, too. Throws
 * what storage throws.
 */
export async function signWithSettings(
  context: CopyContext,
  media: MarkedMedia,
  { xmp, directory }: { xmp: string; directory: string },
): Promise<string> {
  const [from, to] = [`${directory}/stored`, `${directory}/with-settings`]
  await pipeline(await context.storage.read(media.storage_key), createWriteStream(from))
  const mark = markOf(context, media)
  if (!mark) return from
  const { content_type: contentType } = media
  const isWritten = await sign(context, media, mark, { from, to, contentType, xmp })
  return isWritten ? to : from
}

/** Reads a copy of a signed result with its settings, as `signWithSettings` writes it. */
export async function* readSignedCopy(
  context: CopyContext,
  media: MarkedMedia,
  xmp: string,
): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-copy-'))
  try {
    yield* createReadStream(await signWithSettings(context, media, { xmp, directory }))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The largest stored file whose manifest a converted one brings along, in bytes. */
const maxParent = 16 * 1024 * 1024

/**
 * Signs a file that was converted from a stored result, `from` the path of that one. Answers the path
 * of the signed file, or of the converted one, whose metadata has the mark.
 */
export async function signConverted(
  context: CopyContext,
  media: MarkedMedia,
  { from, to: converted, contentType, xmp }: ConvertedFile,
): Promise<string> {
  const mark = markOf(context, media)
  if (!mark) return converted
  const { size } = await stat(from)
  const parent: IngredientFile = {
    label: 'converted-from',
    title: ingredientTitles.result,
    format: media.content_type,
    relationship: 'parentOf',
    content: size <= maxParent ? await readFile(from) : null,
  }
  const to = `${converted}-signed`
  const file = { from: converted, to, contentType, xmp: xmp ?? markPacket(mark) }
  return (await sign(context, media, mark, file, parent)) ? to : converted
}

/** From one path to another, with its metadata. */
type Copy = { from: string; to: string; contentType: string; xmp: string }

/** The path of a stored file, and that of what it was converted to. */
export type ConvertedFile = Omit<Copy, 'xmp'> & { xmp: string | null }

/** The metadata of a file that has its mark alone. */
export function markPacket(mark: Mark): string {
  return writeXmp([markProperties(mark)])
}

async function sign(
  context: CopyContext,
  { account_id, generation_id }: MarkedMedia,
  mark: Mark,
  { from, to, contentType, xmp }: Copy,
  parent?: IngredientFile,
): Promise<boolean> {
  try {
    const { state, fault } = await signFile(context, account_id, {
      ...{ file: { from, to }, contentType, mark, xmp },
      kind: parent ? 'converted' : 'settings',
      ingredients: parent ? [parent] : [],
    })
    if (fault) context.log.warn({ generation: generation_id, fault }, 'a copy was not signed')
    return state === 'signed'
  } catch (error) {
    context.log.error({ generation: generation_id, err: error }, 'a copy could not be signed')
    return false
  }
}
