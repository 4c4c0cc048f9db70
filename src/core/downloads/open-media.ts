import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { resultFileName } from '#core/generations/rules/result-file-name.ts'
import { promptOf } from '#core/history/search-term-rules.ts'
import { isId } from '#core/ids.ts'
import { plannedLength, readPlanned, type Segment } from '#core/media/embedding/embed-packet.ts'
import { planFile } from '#core/media/plan-file.ts'
import { findReadableMedia } from '#core/media/queries/media.ts'
import { callStorage } from '#core/media/stored-files.ts'
import { type FinalizeUploadParts, finalizeUpload } from '#core/media/uploads/presigned-upload.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { labelFor, writeLabelled } from '#core/provenance/label-copy.ts'
import { isSigned, type MarkedMedia, signWithSettings } from '#core/provenance/mark-copy.ts'
import type { VisibleLabel } from '#core/provenance/rules/visible-label.ts'
import type { SignedCopy } from '#core/provenance/signed-copies.ts'
import { Refused } from '#core/refused.ts'
import { type ByteRange, NotStored } from '#platform/storage/storage.ts'
import { type SettingsPacket, settingsPacket } from './settings-packet.ts'

export type OpenedMedia = {
  contentType: string
  /** The suggested file name. */
  fileName: string
  /** Changes whenever the content does; `null` when unknown. */
  tag: string | null
  /** Whether it is the reader's own, so that access cannot end. */
  isOwn: boolean
  /** Whether it is served as an attachment. */
  isDownload: boolean
  /** Whether this address always has these bytes. */
  isFixed: boolean
  /** Size of the whole file. Throws `not_found` or `unavailable`. */
  bytes(): Promise<number>
  /** Throws `not_found` or `unavailable`. Destroy what is not read to its end. */
  open(range?: ByteRange): Promise<Readable>
}

/** A file of an account, and who asks for it. */
export type FileRequest = {
  accountId: string
  id: string
  readerId: string | null
  thumbnail: boolean
  /** Whether the settings are embedded where its owner downloads a result. */
  withSettings?: boolean
}

export type OpenMediaParts = FinalizeUploadParts & LabelParts

/**
 * Opens a stored file: the reader's own, or one of a public generation. Everything else is
 * `not_found`, so that its existence is not disclosed.
 */
export async function openMedia(
  context: OpenMediaParts,
  { accountId, id, readerId, thumbnail, withSettings }: FileRequest,
): Promise<OpenedMedia> {
  const isNamed = isId(id) && isId(accountId)
  const media = isNamed ? await findMedia(context, { id, accountId }, readerId) : undefined
  const key = thumbnail ? media?.thumbnail_key : media?.storage_key
  if (!media || !key) throw new Refused({ reason: 'not_found' })

  const file = storedFile(context, key)
  // A name is made from the prompt, which only the author may read.
  const isOwn = media.account_id === readerId
  const opened: OpenedMedia = {
    contentType: thumbnail ? 'image/webp' : media.content_type,
    fileName: fileNameOf({ ...media, storage_key: key, ...(!isOwn && { input: null }) }),
    tag: thumbnail ? `${media.sha256}-thumbnail` : media.sha256,
    isOwn,
    isDownload: false,
    // A record's size is known without asking the store.
    bytes: thumbnail ? file.bytes : async () => media.bytes,
    open: file.open,
    isFixed: true,
  }
  const label = isOwn ? null : labelFor(context, media, thumbnail)
  if (label) return withLabel(context, media, opened, { key, isThumbnail: thumbnail, label })
  const packet = isOwn && withSettings && !thumbnail ? settingsPacket(context, media) : null
  if (!packet) return opened
  if (isSigned(media)) return signedWithPacket(context, media, opened, packet)
  return withPacket(context, accountId, opened, { packet, bytes: media.bytes })
}

type LabelParts = Parts<'log' | 'parsers' | 'settings' | 'signing' | 'storage' | 'version'>

/** The same image with a visible label: a copy that was written for its readers. */
async function withLabel(
  context: LabelParts,
  media: MarkedMedia,
  file: OpenedMedia,
  shown: { key: string; isThumbnail: boolean; label: VisibleLabel },
): Promise<OpenedMedia> {
  const name = `${shown.key} ${JSON.stringify(shown.label)}`
  const copy = await callStorage(context, () =>
    context.signing.labelled.get(name, (directory) =>
      writeLabelled(context, media, { ...shown, directory }),
    ),
  )
  return copied(file, copy)
}

/** A file whose content is that of a copy. */
function copied(file: OpenedMedia, copy: SignedCopy): OpenedMedia {
  return {
    ...file,
    tag: copy.tag,
    isFixed: false,
    bytes: async () => copy.bytes,
    open: async (range) => createReadStream(copy.path, range),
  }
}

/** The same file with its settings in it, signed again: a copy that was written for its reader. */
async function signedWithPacket(
  context: LabelParts,
  media: MarkedMedia,
  file: OpenedMedia,
  { xmp, tag }: SettingsPacket,
): Promise<OpenedMedia> {
  const copy = await callStorage(context, () =>
    context.signing.copies.get(`${media.storage_key} ${tag}`, (directory) =>
      signWithSettings(context, media, { xmp, directory }),
    ),
  )
  return copied(file, copy)
}

/** The same file with its settings in it, planned when its size or its bytes are needed. */
function withPacket(
  context: Parts<'log' | 'parsers'>,
  accountId: string,
  file: OpenedMedia,
  { packet, bytes }: { packet: SettingsPacket; bytes: number },
): OpenedMedia {
  const { contentType } = file
  let planning: Promise<Segment[] | null> | undefined
  const read = async (start: number, end: number) =>
    buffer(await file.open({ start, end: end - 1 }))
  const plan = () => {
    planning ??= planFile(context, accountId, { bytes, contentType, xmp: packet.xmp }, read)
    return planning
  }
  return {
    ...file,
    tag: file.tag && `${file.tag}-${packet.tag}`,
    // The name of the studio may change.
    isFixed: false,
    bytes: async () => {
      const segments = await plan()
      return segments ? plannedLength(segments) : bytes
    },
    open: async (range) => {
      const segments = await plan()
      if (!segments) return file.open(range)
      return Readable.from(readPlanned(file.open, segments, range), { objectMode: false })
    },
  }
}

/**
 * Finds a file. One that came over a signed address is finalized when its owner first requests it;
 * a rejected one never becomes a file.
 */
async function findMedia(
  context: FinalizeUploadParts,
  keys: { id: string; accountId: string },
  readerId: string | null,
) {
  const media = await findReadableMedia(context.database, keys, readerId)
  if (media || readerId !== keys.accountId) return media
  const claimed = await finalizeUpload(context, keys.id, readerId).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason !== 'unavailable') return null
    throw error
  })
  return claimed ? findReadableMedia(context.database, keys, readerId) : undefined
}

/**
 * Opens the file that a signed address of ours makes readable for everyone. Throws `not_found` for
 * any other address.
 */
export async function openSigned(
  context: Parts<'log' | 'storage'>,
  url: URL,
): Promise<OpenedMedia> {
  const grant = context.storage.grantOf('GET', url)
  if (grant?.method !== 'GET') throw new Refused({ reason: 'not_found' })

  return {
    contentType: grant.contentType ?? 'application/octet-stream',
    fileName: grant.fileName ?? `file${path.posix.extname(grant.key)}`,
    tag: null,
    isOwn: false,
    isDownload: grant.fileName !== null,
    isFixed: true,
    ...storedFile(context, grant.key),
  }
}

/** A file in storage, with storage errors converted to refusals. */
function storedFile(
  context: Parts<'log' | 'storage'>,
  key: string,
): Pick<OpenedMedia, 'bytes' | 'open'> {
  return {
    bytes: () =>
      callStorage(context, async (storage) => {
        const bytes = await storage.size(key)
        if (bytes === null) throw new NotStored(key)
        return bytes
      }),
    open: (range) => callStorage(context, (storage) => storage.read(key, range)),
  }
}

type Named = { position: number; storage_key: string; created_at: Date }

/** The model, prompt and time that a stored file was made with; uploads have none. */
export type Maker = {
  model: string | null
  generation_type: string | null
  model_version: number | null
  input: Record<string, unknown> | null
  made_at: Date | null
}

/** Returns the name a stored file is saved under, alone or in a zip, the same as on the page. */
export function fileNameOf(
  {
    position,
    storage_key,
    created_at,
    model,
    generation_type,
    model_version,
    input,
    made_at,
  }: Named & Maker,
  extension = path.posix.extname(storage_key),
): string {
  const known =
    model === null
      ? undefined
      : findModel(model, generation_type ?? undefined, model_version ?? undefined)
  return resultFileName({
    createdAt: (made_at ?? created_at).toISOString(),
    prompt: promptOf(known, input ?? {}),
    model: model ?? 'upload',
    number: position + 1,
    extension,
  })
}
