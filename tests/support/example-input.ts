import type { Model } from '#core/models/rules/model.ts'

/**
 * The least that a model must be given: its words and its files, each file at an address of its
 * own.
 */
export function leastInput({ fields }: Model): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([name, { control, schema, when }]) => {
    const isNeeded = !schema().safeParse(undefined).success
    if (control.kind === 'text' && isNeeded) return [[name, 'a red kite']]
    // A video is always at hand: what one task needs and another does not is harmless there.
    if (control.kind === 'file' && !when && (isNeeded || control.accept !== 'image')) {
      return [[name, `https://files.example/${name}`]]
    }
    return []
  })
  return Object.fromEntries(given)
}
