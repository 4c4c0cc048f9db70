import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Fact, settingsOf } from '#web/history/viewer/detail-parts.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'

/** A setting of two generations with different values; a missing one is a dash. */
export type Difference = { name: string; values: [string, string]; isLong: boolean }

const missing = '–'

/** What differs between two generations: their texts, size, seed, settings and cost. */
export function differencesOf(
  a: GenerationView,
  b: GenerationView,
  models: readonly [Model | undefined, Model | undefined],
): Difference[] {
  const [left, right] = [factsOf(a, models[0]), factsOf(b, models[1])]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  return names.flatMap((name) => {
    const values: [string, string] = [left.get(name) ?? missing, right.get(name) ?? missing]
    if (values[0] === values[1]) return []
    return [{ name, values, isLong: values.some(({ length }) => length > 24) }]
  })
}

function factsOf(generation: GenerationView, model: Model | undefined): Map<string, string> {
  const { width, height, seed, prompt, negative_prompt } = generation
  const paid = generation.credits_charged - generation.credits_refunded
  const facts: (Fact | false)[] = [
    ...settingsOf(generation, model),
    width !== null && height !== null && [m.history_size(), `${width} × ${height}`],
    seed !== null && [m.history_seed(), String(seed)],
    [m.compare_cost(), m.create_credits({ count: paid, amount: formatNumber(paid) })],
    prompt !== '' && [m.compare_prompt(), prompt],
    negative_prompt !== '' && [m.history_negative_prompt(), negative_prompt],
  ]
  return new Map(facts.filter((fact) => fact !== false))
}
