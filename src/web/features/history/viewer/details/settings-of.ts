import { findModel } from '#catalogue/catalogue.ts'
import type { Field } from '#catalogue/fields.ts'
import { applies } from '#catalogue/parse-input.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText, optionText } from '#web/shared/field-texts.ts'

/** One line of a list of facts. */
export type Fact = readonly [name: string, value: string]

/**
 * Everything that was set for a piece of work beside its words, its files and its seed, as its form
 * calls it.
 */
export function settingsOf({ model, generation_type, input, kind }: GenerationView): Fact[] {
  const known = findModel(model, generation_type)
  return Object.entries(known?.fields ?? {}).flatMap(([name, field]): Fact[] => {
    const value = input[name]
    // A shape that is pixels is told as such.
    if (field.control.kind === 'shape' && known?.pixels) return []
    if (!isSetting(field) || value === undefined || value === null || !applies(field, input))
      return []
    return [[fieldText(name, kind).label(), valueText(name, field, value)]]
  })
}

function isSetting({ control: { kind } }: Field): boolean {
  return kind !== 'text' && kind !== 'file' && kind !== 'files' && kind !== 'seed'
}

function valueText(name: string, { control }: Field, value: unknown): string {
  if (typeof value === 'boolean') return value ? m.viewer_on() : m.viewer_off()
  if (control.kind === 'segments' || control.kind === 'shape' || control.kind === 'fixed') {
    return optionText(name, String(value)).label
  }
  return typeof value === 'number' ? formatNumber(value) : String(value)
}
