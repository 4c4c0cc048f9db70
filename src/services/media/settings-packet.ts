import { createHash } from 'node:crypto'
import { findModel } from '#catalogue/catalogue.ts'
import { maxSettingsLength, writeSettingsPacket } from '#contract/file-settings.ts'
import { promptOf } from '#domain/history/search-terms.ts'
import type { ServiceContext } from '../context.ts'

/** A result file and the generation that made it. */
export type MadeFile = {
  generation_id: string | null
  role: string
  model: string | null
  generation_type: string | null
  model_version: number | null
  seed: string | null
  input: Record<string, unknown> | null
}

/** XMP that goes into a file, and a tag that changes with it. */
export type SettingsPacket = { xmp: string; tag: string }

/**
 * Returns the settings of a result as XMP: the fields of its model except files, which name the
 * account. `null`: it is no result, its model is not known any more, or its settings are too long.
 */
export function settingsPacket(
  { settings }: Pick<ServiceContext, 'settings'>,
  { generation_id, role, model: id, generation_type, model_version, seed, input }: MadeFile,
): SettingsPacket | null {
  if (role !== 'output' || !generation_id || !id || !generation_type || !input) return null
  const version = model_version ?? 1
  const model = findModel(id, generation_type, version)
  if (!model) return null
  const shown = Object.entries(input).flatMap(([name, value]) => {
    const kind = model.fields[name]?.control.kind
    const isSetting = kind !== undefined && kind !== 'file' && kind !== 'files'
    return isSetting && isPlain(value) ? [[name, value] as const] : []
  })
  const requested = isPlain(input.seed) && input.seed !== null ? String(input.seed) : null
  const xmp = writeSettingsPacket(
    {
      version: 1,
      studio: settings.current().settings.studio_name,
      generation: generation_id,
      generation_type,
      model: id,
      model_version: version,
      seed: seed ?? requested,
      input: Object.fromEntries(shown),
    },
    promptOf(model, input),
  )
  if (xmp.length > maxSettingsLength) return null
  return { xmp, tag: createHash('sha256').update(xmp).digest('hex').slice(0, 16) }
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
