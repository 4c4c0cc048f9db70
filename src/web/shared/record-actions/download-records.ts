import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView, MediaView } from '#contract/generation.ts'
import { hasFiles } from '#domain/history/download-rules.ts'
import { embedsSettings } from '#web/lib/browser/browser-settings.ts'
import { prepareDownload } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { isImage } from '../media.ts'
import { downloadAddress, fileNameOf, saveAsPng, saveFile, saveZip } from '../save-file.ts'

export type DownloadOptions = {
  /** Makes images PNGs. */
  format?: 'png' | undefined
  /** Whether files contain the settings that made them; as this browser is set otherwise. */
  settings?: boolean | undefined
}

/**
 * Downloads the files of records of one kind: a single file as itself, several as one zip that the
 * browser fetches and shows the progress of. Never throws
 * (docs/spec/texts.md).
 */
export async function downloadRecords(
  kind: Kind,
  records: readonly GenerationView[],
  { format, settings = embedsSettings() }: DownloadOptions = {},
): Promise<void> {
  const files = records.flatMap((generation) =>
    generation.images.map((media) => ({ generation, media })),
  )
  const [only] = files
  if (!only || !hasFiles(kind)) return
  if (files.length === 1) return downloadFile(only.generation, only.media, { format, settings })
  const save = async () => {
    const ids = records.map(({ id }) => id)
    const { downloadUrl, fileName } = await prepareDownload(kind, ids, { format, settings })
    await saveZip(downloadUrl, fileName)
  }
  const saving = save()
  toast(m.work_preparing(), { until: saving })
  try {
    await saving
  } catch {
    const isEdit = kind === 'image-editing'
    toast(isEdit ? m.work_not_downloaded_edits() : m.work_not_prepared(), { tone: 'bad' })
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
