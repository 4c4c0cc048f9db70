import type { Accept } from '#catalogue/fields.ts'
import { maxUploadBytes, uploadFormats } from '#domain/upload-rules.ts'

/** Why a file is not even sent. */
export type Refusal = { reason: 'format' | 'too-large' | 'empty'; accept: Accept }

type FileKind = 'image' | 'video' | 'gif'

const acceptedKinds: Record<Accept, readonly FileKind[]> = {
  image: ['image'],
  video: ['video'],
  'video-or-gif': ['video', 'gif'],
}

const types: Record<FileKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif'],
  video: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-m4v'],
  gif: ['image/gif'],
}

/** Systems that do not know a type leave it empty: then the name speaks. */
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
}

/** What a file says of itself. Of a file that is still being dragged only the type is known. */
export type FileInfo = { type: string; name?: string; size?: number }

/**
 * Why a field does not take a file, or `undefined` if it does. The server looks at the bytes; this
 * saves sending them.
 */
export function findRefusal(file: FileInfo, accept: Accept): Refusal | undefined {
  if (!isAccepted(file, accept)) return { reason: 'format', accept }
  if (file.size === 0) return { reason: 'empty', accept }
  return file.size !== undefined && file.size > maxUploadBytes
    ? { reason: 'too-large', accept }
    : undefined
}

/** May a file of this type stand in a field, whatever its size? */
export function isAccepted({ type, name = '' }: FileInfo, accept: Accept): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const kind = kindOfType(type) ?? (type === '' ? kindOfExtension[extension] : undefined)
  return kind !== undefined && acceptedKinds[accept].includes(kind)
}

function kindOfType(type: string): FileKind | undefined {
  return (Object.keys(types) as FileKind[]).find((kind) => types[kind].includes(type))
}

/**
 * What a file chooser offers: types, and the endings of formats whose types systems do not know.
 */
export function fileChooserTypes(accept: Accept): string {
  const kinds = acceptedKinds[accept]
  const endings = Object.entries(kindOfExtension).filter(([, kind]) => kinds.includes(kind))
  return [...kinds.flatMap((kind) => types[kind]), ...endings.map(([ending]) => `.${ending}`)].join(
    ',',
  )
}

/** The formats a field takes, as people know them. */
export function formatsOf(accept: Accept): string {
  return uploadFormats[accept]
}
