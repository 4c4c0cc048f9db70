import path from 'node:path'
import { findModel } from '#catalogue/catalogue.ts'
import { resultFileName } from '#domain/result-file-name.ts'
import { promptOf } from '#domain/search-terms.ts'

type Named = { position: number; storage_key: string; created_at: Date }

/** What a stored file was made by, from what and when; uploads were not. */
export type Maker = {
  model: string | null
  generation_type: string | null
  input: Record<string, unknown> | null
  made_at: Date | null
}

/** The name a stored file is saved under, alone or in a zip; as the page names the same file. */
export function fileNameOf(
  { position, storage_key, created_at, model, generation_type, input, made_at }: Named & Maker,
  extension = path.posix.extname(storage_key),
): string {
  const known = model === null ? undefined : findModel(model, generation_type ?? undefined)
  return resultFileName({
    createdAt: (made_at ?? created_at).toISOString(),
    prompt: promptOf(known, input ?? {}),
    model: model ?? 'upload',
    number: position + 1,
    extension,
  })
}
