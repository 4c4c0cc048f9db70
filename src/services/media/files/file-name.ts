import path from 'node:path'

type Named = { id: string; position: number; storage_key: string; created_at: Date }

/** What a stored file was made by and when; uploads were not. */
export type Maker = { model: string | null; made_at: Date | null }

/**
 * The name a file is saved under, alone or among others: `atelier-2026-11-21-flux-dev-3f2a91-2.png`. The day (UTC) it was
 * made, the model, the end of its id, which of several it is. Nothing in it leads out of a folder.
 */
export function fileNameOf(
  { id, position, storage_key, created_at, model, made_at }: Named & Maker,
  extension = path.posix.extname(storage_key),
): string {
  const day = (made_at ?? created_at).toISOString().slice(0, 10)
  const maker = (model ?? 'upload').replaceAll(/([^\p{L}\p{N}.]|\.{2,})+/gu, '-')
  return `atelier-${day}-${maker}-${id.slice(-6)}-${position + 1}${extension}`
}
