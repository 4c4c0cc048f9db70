import type { z } from 'zod'
import type { Download } from '../contract.ts'
import type { PreparedDownload } from '../prepare-download.ts'

/** The path of prepared downloads. */
export const downloadsPath = '/api/downloads'

/** Presents a prepared download. */
export function presentDownload({
  id,
  fileName,
  files,
  bytes,
  expiresAt,
  withSettings,
}: PreparedDownload): z.infer<typeof Download> {
  const query = withSettings ? '' : '?settings=false'
  const place = {
    downloadUrl: `${downloadsPath}/${id}${query}`,
    fileName,
    files: files.length,
    bytes,
  }
  return { ...place, expires_at: expiresAt.toISOString() }
}
