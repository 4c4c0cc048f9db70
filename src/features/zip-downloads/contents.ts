import { fileNameOf } from '#core/downloads/open-media.ts'
import { settingsPacket } from '#core/downloads/settings-packet.ts'
import { takesPacket } from '#core/media/embedding/embed-packet.ts'
import { zipLength } from '#core/media/write-zip.ts'
import type { Parts } from '#core/parts.ts'
import type { MarkedMedia } from '#core/provenance/mark-copy.ts'
import type { DownloadFile } from './queries.ts'
import { downloadName } from './rules.ts'

/** The contents of a download, according to the records. */
export type Contents = {
  fileName: string
  files: Content[]
  /** Size of the zip; `null` when files change on the way. */
  bytes: number | null
}

/** A file of it. `bytes` is `null` when it changes on the way: by a conversion, or by its settings. */
export type Content = {
  name: string
  madeAt: Date
  bytes: number | null
  storageKey: string
  storedBytes: number
  contentType: string
  isConverted: boolean
  /** Its settings, as XMP that is embedded. */
  xmp: string | null
  /** Its record, by which a changed copy is signed again. */
  media: MarkedMedia
}

export type ZipOptions = {
  /** Images of any other format are converted. */
  format: 'png' | null
  /** Images and videos get their settings. */
  withSettings: boolean
}

/** Describes the zip of these files (at least one). */
export function describeContents(
  context: Parts<'settings' | 'version'>,
  found: DownloadFile[],
  { format, withSettings }: ZipOptions,
): Contents {
  const names = uniqueNames(
    found.map((file) => fileNameOf(file, isConverted(file, format) ? '.png' : undefined)),
  )
  const files = found.map((file, index) => {
    const converted = isConverted(file, format)
    const isPossible = withSettings && (converted || takesPacket(file.content_type))
    const xmp = isPossible ? (settingsPacket(context, file)?.xmp ?? null) : null
    return {
      name: names[index] ?? file.id,
      madeAt: file.made_at,
      bytes: converted || xmp !== null ? null : file.bytes,
      storageKey: file.storage_key,
      storedBytes: file.bytes,
      contentType: file.content_type,
      isConverted: converted,
      xmp,
      media: file,
    }
  })
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
