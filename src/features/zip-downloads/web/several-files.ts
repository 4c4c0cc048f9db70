import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type KindWithFiles, kindFacts } from '#core/models/rules/kinds.ts'
import { request } from '#web/lib/api.ts'
import { embedsSettings } from '#web/lib/browser/browser-settings.ts'
import { formatNumber } from '#web/lib/format.ts'
import { changeSelection, type SelectedRecords } from '#web/lib/history/change-selection.ts'
import { m } from '#web/messages/compiled/messages.js'
import { reportFailure } from '#web/shared/record-actions/change-selected.ts'
import type { DownloadOptions } from '#web/shared/record-actions/download-records.ts'
import { pauseBetweenFiles, saveGenerated } from '#web/shared/record-actions/save-file.ts'
import type { SeveralFiles } from '#web/shared/record-actions/several-files.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { maxDownloadRecords } from '../rules.ts'

/** Several files are one zip that the browser fetches and shows the progress of. */
export const severalFiles: SeveralFiles = {
  download,
  downloadSelected,
  buttonText(count) {
    const zips = Math.ceil(count / maxDownloadRecords)
    if (zips <= 1) return { label: m.history_download_zip() }
    const [shown, most] = [formatNumber(zips), formatNumber(maxDownloadRecords)]
    return {
      label: m.selection_download_zips({ zips: shown }),
      hint: m.selection_zips_hint({ zips: shown, most }),
    }
  },
  choiceText: (count) => m.viewer_download_all({ count }),
  pngChoiceText: (count) => m.viewer_download_all_png({ count }),
}

async function download(
  kind: KindWithFiles,
  records: readonly GenerationView[],
  { format, settings }: DownloadOptions,
): Promise<void> {
  const save = async () => {
    const imageIds = records.map(({ id }) => id)
    const path = `${kindFacts[kind].historyPath}/download` as const
    const body = { imageIds, settings, ...(format && { format }) }
    const { downloadUrl, fileName } = await request('POST', path, { body })
    await saveGenerated(downloadUrl, fileName)
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

/** Saves the files of every record of a selection, in as many zips as they need. */
async function downloadSelected(
  selected: SelectedRecords,
  onProgress: (done: number) => void,
): Promise<void> {
  let zips = 0
  const onPart = async ({ download: zip }: { download: Zip | null }) => {
    if (!zip) return
    zips += 1
    if (zips > 1) await pauseBetweenFiles()
    const { downloadUrl, fileName } = zip
    await saveGenerated(
      downloadUrl,
      zips === 1 ? fileName : fileName.replace(/(\.zip)$/, `-${zips}$1`),
    )
  }
  const change = { action: 'download' as const, settings: embedsSettings() }
  const saving = changeSelection(selected, change, { onProgress, onPart })
  toast(m.work_preparing(), { until: saving })
  try {
    await saving
    if (zips === 0) toast(m.selection_no_files())
    if (zips > 1) toast(m.selection_zips({ count: formatNumber(zips) }))
  } catch (error) {
    const isEdit = selected.kind === 'image-editing'
    reportFailure(error, isEdit ? m.work_not_downloaded_edits() : m.work_not_prepared())
  }
}

type Zip = { downloadUrl: string; fileName: string }
