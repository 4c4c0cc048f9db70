import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { hasFiles } from '#core/models/rules/kinds.ts'
import { embedsSettings } from '#web/lib/browser/browser-settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { isImage } from '../media.ts'
import { downloadAddress, fileNameOf, pauseBetweenFiles, saveAsPng, saveFile } from './save-file.ts'
import { severalFiles } from './several-files.ts'

export type DownloadOptions = {
  /** Makes images PNGs. */
  format?: 'png' | undefined
  /** Whether files contain the settings that made them; as this browser is set otherwise. */
  settings?: boolean | undefined
}

/**
 * Downloads the files of records of one kind: a single file as itself, several as a feature does it,
 * or one after another. Never throws (docs/spec/texts.md).
 */
export async function downloadRecords(
  kind: Kind,
  records: readonly GenerationView[],
  { format, settings = embedsSettings() }: DownloadOptions = {},
): Promise<void> {
  if (!hasFiles(kind)) return
  const files = records.flatMap((generation) =>
    generation.images.map((media) => ({ generation, media })),
  )
  if (files.length > 1 && severalFiles)
    return severalFiles.download(kind, records, { format, settings })
  for (const [at, { generation, media }] of files.entries()) {
    if (at > 0) await pauseBetweenFiles()
    await downloadFile(generation, media, { format, settings })
  }
}

/**
 * Downloads one file of a record under a sensible name, an image as a PNG where that is wanted.
 * Never throws.
 */
export async function downloadFile(
  generation: GenerationView,
  media: MediaView,
  { format, settings = embedsSettings() }: DownloadOptions = {},
): Promise<void> {
  const isConverted = format === 'png' && isImage(media) && media.content_type !== 'image/png'
  try {
    const name = fileNameOf(
      generation,
      isConverted ? { ...media, content_type: 'image/png' } : media,
    )
    await (isConverted
      ? saveAsPng(media.url, name)
      : saveFile(downloadAddress(media, settings), name))
  } catch {
    const isEdit = generation.kind === 'image-editing'
    toast(isEdit ? m.work_not_downloaded_edit() : m.work_not_downloaded(), { tone: 'bad' })
  }
}
