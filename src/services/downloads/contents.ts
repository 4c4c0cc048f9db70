import type { DownloadFile } from '#database/queries/downloads.ts'
import { downloadName } from '#domain/download-rules.ts'
import { fileNameOf } from '../media/open-media.ts'
import { zipLength } from './write-zip.ts'

/** The contents of a download, according to the records. */
export type Contents = {
  fileName: string
  files: Content[]
  /** Size of the zip; `null` when files are converted on the way. */
  bytes: number | null
}

/** A file of it. `bytes` is `null` when it is converted on the way. */
export type Content = { name: string; madeAt: Date; bytes: number | null; storageKey: string }

/**
 * Describes the zip of these files (at least one); with a format, images of any other format are
 * converted.
 */
export function describeContents(found: DownloadFile[], format: 'png' | null): Contents {
  const names = uniqueNames(
    found.map((file) => fileNameOf(file, isConverted(file, format) ? '.png' : undefined)),
  )
  const files = found.map((file, index) => ({
    name: names[index] ?? file.id,
    madeAt: file.made_at,
    bytes: isConverted(file, format) ? null : file.bytes,
    storageKey: file.storage_key,
  }))
  const known = files.flatMap(({ bytes, ...rest }) => (bytes === null ? [] : [{ ...rest, bytes }]))
  return {
    fileName: downloadName(found[0]?.kind ?? 'image', new Date()),
    files,
    bytes: known.length === files.length ? zipLength(known) : null,
  }
}

function isConverted({ content_type: type }: DownloadFile, format: 'png' | null): boolean {
  return format !== null && type.startsWith('image/') && type !== `image/${format}`
}

/**
 * Returns the same names, with a number before the extension where a name occurred before in any
 * case.
 */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*)(\.[^.]*)$/s.exec(name) ?? []
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number++)
      free = `${stem} (${number})${extension}`
    taken.add(free.toLowerCase())
    return free
  })
}
