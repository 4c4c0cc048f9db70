import { Readable } from 'node:stream'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { Parts } from '#core/parts.ts'
import { type Refusal, Refused } from '#core/refused.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import { readMediaAddress } from '../media-address-rules.ts'
import { findReadableMedia } from '../queries/media.ts'
import { refuseRemovedFile } from '../refused-files.ts'
import type { MediaRow } from '../tables.ts'
import type { DataFiles } from './data-uris.ts'
import { type FetchUploadParts, fetchUpload } from './fetch-upload.ts'
import { finalizeUpload } from './presigned-upload.ts'
import { type TakeUploadParts, takeUpload } from './take-upload.ts'
import { withUploadQuota } from './upload-quota.ts'

/** A file of an input: its field, its address, and what it must be. */
export type InputFile = { field: string; address: string; accept: Accept }

export type InputFiles = {
  accountId: string
  /**
   * The origins of this product, without a slash at the end: addresses below them are ours and
   * never fetched.
   */
  origins: readonly string[]
  files: readonly InputFile[]
  /** Files that the request contains, by their addresses. */
  dataFiles?: DataFiles
  /** Names the fields in what it throws. */
  model?: Model
}

type AskedFile = Omit<InputFiles, 'files' | 'model'> & { file: InputFile }

type Resolved = { media: MediaRow } | { problem: FieldProblem }

/** Each input's, of which a fetch takes most. */
export type ResolveInputsParts = FetchUploadParts

/**
 * Returns the media of the addresses that people entered, in the same order. Ours must be readable
 * by the account; foreign ones are fetched, and these and the request's own are validated and stored as uploads of the account, which
 * are deleted when unused. Throws `Refused` `invalid_input` with every problem at once:
 * `not_reachable`, `wrong_file`, `removed_file`, `file_too_large` (bytes), `too_many_pixels` (pixels),
 * `video_too_long` (seconds).
 */
export async function resolveInputs(
  context: ResolveInputsParts,
  { files, model, ...asked }: InputFiles,
): Promise<{ field: string; media: MediaRow }[]> {
  const resolved = await Promise.all(files.map((file) => resolveOne(context, { ...asked, file })))
  const problems = resolved.flatMap((one) => ('problem' in one ? [one.problem] : []))
  if (problems.length > 0)
    throw new Refused({ reason: 'invalid_input', problems, ...(model && { model }) })
  return resolved.flatMap((one, index) => {
    const file = files[index]
    return file && 'media' in one ? [{ field: file.field, media: one.media }] : []
  })
}

async function resolveOne(context: ResolveInputsParts, asked: AskedFile): Promise<Resolved> {
  try {
    return await findOrFetch(context, asked)
  } catch (error) {
    const problem = error instanceof Refused && problemOf(error.refusal)
    if (!problem) throw error
    return { problem: { field: asked.file.field, ...problem } }
  }
}

/** Converts a refusal to a problem of its field; `null`: it is not the file's fault. */
function problemOf(refusal: Refusal): Omit<FieldProblem, 'field'> | null {
  switch (refusal.reason) {
    case 'not_found':
      return { problem: 'not_reachable' }
    case 'unsupported_file':
    case 'broken_file':
    case 'animated_image':
      return { problem: 'wrong_file' }
    case 'empty_file':
    case 'no_video_track':
    case 'removed_file':
      return { problem: refusal.reason }
    case 'file_too_large':
    case 'too_many_pixels':
    case 'video_too_long':
      return { problem: refusal.reason, max: refusal.max }
    default:
      return null
  }
}

async function findOrFetch(
  context: ResolveInputsParts,
  { accountId, origins, file, dataFiles }: AskedFile,
): Promise<Resolved> {
  const content = dataFiles?.get(file.address)
  if (content) return { media: await takeDataFile(context, accountId, file, content) }
  const place = readAddress(file.address, origins)
  if (place === 'foreign') return { media: await fetchUpload(context, accountId, file) }
  if (place === 'ours') return { problem: { field: file.field, problem: 'not_reachable' } }

  const readable = await findReadableMedia(context.database, place, accountId)
  const isOwn = place.accountId === accountId
  const media = readable ?? (isOwn ? await finalizeUpload(context, place.id, accountId) : null)
  if (!media) return { problem: { field: file.field, problem: 'not_reachable' } }
  await refuseRemovedFile(context, [media.sha256, media.received_sha256])
  if (!fits(media.content_type, file.accept))
    return { problem: { field: file.field, problem: 'wrong_file' } }
  return { media: await ownCopy(context, accountId, { media, accept: file.accept }) }
}

type TakeDataUriParts = TakeUploadParts & Parts<'contributions'>

function takeDataFile(
  context: TakeDataUriParts,
  accountId: string,
  { accept }: InputFile,
  content: Buffer,
): Promise<MediaRow> {
  const body = Readable.from([content])
  return withUploadQuota(context, accountId, () => takeUpload(context, { accountId, accept, body }))
}

/**
 * Where accounts are distributed, the file of another account's public generation is copied: no
 * statement can record it for both.
 */
function ownCopy(
  context: TakeDataUriParts,
  accountId: string,
  { media, accept }: { media: MediaRow; accept: Accept },
): MediaRow | Promise<MediaRow> {
  if (media.account_id === accountId || !isDistributed(context.database)) return media
  return withUploadQuota(context, accountId, async () => {
    const body = await context.storage.read(media.storage_key)
    return takeUpload(context, { accountId, accept, copyOf: media, body })
  })
}

const kept: Record<Accept, RegExp> = {
  image: /^image\/(jpeg|png|webp)$/,
  video: /^video\//,
  'video-or-gif': /^(video\/|image\/gif$)/,
  audio: /^audio\//,
}

/** Whether a stored file of this type is valid for a field with `accept`. */
function fits(contentType: string, accept: Accept): boolean {
  return kept[accept].test(contentType)
}

/**
 * Returns which file an address names: one of our own media; `ours` for any other address
 * of this product, which is never fetched; `foreign` otherwise. Addresses may be relative.
 * `origins` have no slash at the end.
 */
export function readAddress(
  address: string,
  origins: readonly string[],
): { accountId: string; id: string } | 'ours' | 'foreign' {
  const isRelative = address.startsWith('/') && !address.startsWith('//')
  const url = URL.parse(isRelative ? `http://studio.invalid${address}` : address)
  if (!url || (!isRelative && !origins.includes(url.origin))) return 'foreign'
  return readMediaAddress(url.pathname) ?? 'ours'
}
