import { z } from 'zod'
import type { SelectionActionPart } from '#core/history/routes/selection-action-part.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { selectionAnswer, selectionOptions } from '../contract.ts'
import { type DownloadRequest, prepareDownload } from '../prepare-download.ts'
import { maxDownloadRecords } from '../rules.ts'
import { downloadFailure } from './download-errors.ts'
import { presentDownload } from './present-download.ts'

const options = z.object(selectionOptions)

/** `download`, the action on selected records: one zip for each part of the selection. */
export const downloadSelected: SelectionActionPart = {
  name: 'download',
  words: { verb: 'download', amount: 'a download: 5,000, one zip' },
  most: maxDownloadRecords,
  request: selectionOptions,
  answer: selectionAnswer,
  nothing: { download: null },
  failure: downloadFailure,
  run: (context, request) => async (records) => {
    const { format = null, settings: withSettings = true } = options.parse(request)
    const download = await downloadOf(context, { ...records, format, withSettings })
    return { download: download && presentDownload(download) }
  },
}

/** The records of one part may have no files; the next part may have some. */
async function downloadOf(
  context: Parts<'database' | 'settings' | 'version'>,
  wanted: DownloadRequest,
) {
  return prepareDownload(context, wanted).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
}
