import { type Kind, type KindWithFiles, kindFacts } from '#catalogue/kinds.ts'

/** How many records one download may name: what fits well within one request. */
export const maxDownloadRecords = 5_000

/** How many downloads an account may have prepared at the same time. */
export const maxLiveDownloads = 100

/** How long a prepared download may be fetched, in ms. */
export const downloadLinkTime = 15 * 60_000

/** Does this kind have files that could be downloaded? */
export function hasFiles(kind: Kind): kind is KindWithFiles {
  return kindFacts[kind].media.length > 0
}

/** `atelier-images-2026-11-21.zip`: what is in it and the day (UTC) it was asked for. */
export function downloadName(kind: Kind, at: Date): string {
  return `atelier-${kindFacts[kind].fileNoun}-${at.toISOString().slice(0, 10)}.zip`
}
