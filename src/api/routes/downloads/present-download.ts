import type { z } from 'zod'
import type { Download } from '#contract/downloads.ts'
import type { Prepared } from '#services/downloads/prepare-download.ts'

/** Where prepared downloads are fetched. */
export const downloadsPath = '/api/downloads'

/** A prepared download as the wire shows it. */
export function presentDownload({
  id,
  fileName,
  files,
  bytes,
  expiresAt,
}: Prepared): z.infer<typeof Download> {
  const place = { downloadUrl: `${downloadsPath}/${id}`, fileName, files: files.length, bytes }
  return { ...place, expires_at: expiresAt.toISOString() }
}
