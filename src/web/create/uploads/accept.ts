import { maxUploadBytes, uploadFormats } from '#core/media/upload-rules.ts'
import type { Accept } from '#core/models/rules/fields.ts'

/** Why a file is not even sent. */
export type Refusal = { reason: 'format' | 'too-large' | 'empty'; accept: Accept }

type FileKind = 'image' | 'video' | 'gif' | 'audio'

const acceptedKinds: Record<Accept, readonly FileKind[]> = {
  image: ['image'],
  video: ['video'],
  'video-or-gif': ['video', 'gif'],
  audio: ['audio'],
}

const types: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif'],
  video: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'],
  gif: ['image/gif'],
  audio: [
    ...['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/mp4', 'audio/x-m4a'],
    ...['audio/ogg', 'audio/flac', 'audio/aac', 'audio/webm'],
  ],
}

/** Systems leave an unknown type empty: then the extension decides. */
const kindOfExtension: Record<string, FileKind> = {
  ...{
    jpg: 'image',
    jpeg: 'image',
    png: 'image',
    webp: 'image',
    avif: 'image',
    heic: 'image',
    heif: 'image',
  },
  ...{ mp4: 'video', mov: 'video', webm: 'video', m4v: 'video' },
  gif: 'gif',
  ...{ mp3: 'audio', wav: 'audio', m4a: 'audio', ogg: 'audio', flac: 'audio', aac: 'audio' },
}

/**
 * The type and the size of a file. Of a file that is still being dragged only the type is known.
 */
export type FileInfo = { type: string; name?: string; size?: number }

/**
 * Why a field rejects a file, or `undefined` if it accepts it. The server validates the bytes; this
 * only saves sending them.
 */
export function findRefusal(file: FileInfo, accept: Accept): Refusal | undefined {
  if (!isAccepted(file, accept)) return { reason: 'format', accept }
  if (file.size === 0) return { reason: 'empty', accept }
  return file.size !== undefined && file.size > maxUploadBytes
    ? { reason: 'too-large', accept }
    : undefined
}

/** Whether a field accepts a file of this type, whatever its size. */
export function isAccepted({ type, name = '' }: FileInfo, accept: Accept): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const kind = kindOfType(type) ?? (type === '' ? kindOfExtension[extension] : undefined)
  return kind !== undefined && acceptedKinds[accept].includes(kind)
}

function kindOfType(type: string): FileKind | undefined {
  return (Object.keys(types) as FileKind[]).find((kind) => types[kind].includes(type))
}

/**
 * The `accept` of a file chooser: types, and the extensions of formats whose types systems do not
 * know.
 */
export function fileChooserTypes(accept: Accept): string {
  const kinds = acceptedKinds[accept]
  const endings = Object.entries(kindOfExtension).filter(([, kind]) => kinds.includes(kind))
  return [...kinds.flatMap((kind) => types[kind]), ...endings.map(([ending]) => `.${ending}`)].join(
    ',',
  )
}

/** The accepted formats of a field, by their common names. */
export function formatsOf(accept: Accept): string {
  return uploadFormats[accept]
}
