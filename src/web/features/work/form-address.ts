import type { GenerationView } from '#contract/generation.ts'
import { formPath } from '#web/lib/creator-paths.ts'

/** A page of the product and the query that fills its form. */
export type FormAddress = { to: string; query: Record<string, string> }

type Asked = Pick<GenerationView, 'generation_type' | 'model' | 'input'>

/** Where a generation's form is, filled in with everything that was asked for. Files are given by their addresses. */
export function formAddress({ generation_type, model, input }: Asked): FormAddress {
  const asked = Object.entries(input).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [[name, text] as const]
  })
  return { to: formPath({ generationType: generation_type, model }), query: { model, ...Object.fromEntries(asked) } }
}

/** Lists are lists of addresses, which hold no commas. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',')
  return value === null || value === undefined || typeof value === 'object' ? undefined : String(value)
}
