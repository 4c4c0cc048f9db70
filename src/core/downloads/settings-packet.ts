import { createHash } from 'node:crypto'
import { promptOf } from '#core/history/search-term-rules.ts'
import { maxSettingsLength, writeSettingsPacket } from '#core/media/file-settings-contract.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { type MarkedMedia, markOf } from '#core/provenance/mark-copy.ts'

/** A result file and the generation that made it. */
export type MadeFile = MarkedMedia & {
  role: string
  seed: string | null
  input: Record<string, unknown> | null
}

/** XMP that goes into a file, and a tag that changes with it. */
export type SettingsPacket = { xmp: string; tag: string }

/**
 * Returns the settings of a result as XMP: the fields of its model except files, which name the
 * account, and of its mark. `null`: it is no result, a provider signed it and it is left as it is, its model is not known any more, or its settings are too long.
 */
export function settingsPacket(
  context: Parts<'settings' | 'version'>,
  file: MadeFile,
): SettingsPacket | null {
  const { generation_id, role, model: id, generation_type, model_version, seed, input } = file
  if (file.mark === 'kept') return null
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
      studio: context.settings.current().settings.studio_name,
      generation: generation_id,
      generation_type,
      model: id,
      model_version: version,
      seed: seed ?? requested,
      input: Object.fromEntries(shown),
    },
    promptOf(model, input),
    markOf(context, file),
  )
  if (xmp.length > maxSettingsLength) return null
  return { xmp, tag: createHash('sha256').update(xmp).digest('hex').slice(0, 16) }
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
