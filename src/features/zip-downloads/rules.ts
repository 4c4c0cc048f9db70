import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'

/** The maximum number of records in one download: as many as fit in one request. */
export const maxDownloadRecords = 5_000

/** The maximum number of prepared downloads per account. */
export const maxLiveDownloads = 100

/** How long a prepared download is valid, in ms. */
export const downloadLinkTime = 15 * 60_000

/** `atelier-images-2026-11-21.zip`: its contents and the day (UTC) of the request. */
export function downloadName(kind: Kind, at: Date): string {
  return `atelier-${kindFacts[kind].fileNoun}-${at.toISOString().slice(0, 10)}.zip`
}
