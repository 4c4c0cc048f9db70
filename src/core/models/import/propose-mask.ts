import { type ImageMeaning, maskInput } from '../rules/mask-models.ts'
import type { Proposal } from './proposal.ts'

/** Words of an endpoint's name that say that it finds things in an image. */
const segments = /(^|[/_-])((evf|lang)-?)?(sam(-?\d+)?|segment(s|er|ation|-anything)?)([/_-]|$)/

/** Inputs that say whether a mask comes back, and the value with which it does. */
const switches = [
  ['mask_only', true],
  ['apply_mask', false],
] as const

/**
 * Says whether the images of an endpoint are masks: by its name, by what must be given, and by a
 * switch that starts with a mask. The switch then leaves the form, and is always sent so.
 * `undefined` for any other endpoint.
 */
export function proposeMask(
  proposal: Proposal,
  { name, prompt }: { name: string; prompt: string | undefined },
): ImageMeaning | undefined {
  const { fields, request, unmapped, result } = proposal
  const form = Object.fromEntries(fields)
  if (!segments.test(name.toLowerCase()) || !prompt) return undefined
  if (!maskInput({ fields: form, result, prompt_field: prompt })) return undefined
  for (const [key, value] of switches) {
    const rule = request.get(key)
    const from = rule && 'from' in rule ? rule.from : ''
    const field = form[from]
    if (field?.control !== 'switch' || field.default !== value) continue
    fields.delete(from)
    request.set(key, { constant: value })
    unmapped.push({ path: key, reason: `is always sent as ${value}: a mask comes back` })
    return 'mask'
  }
  return undefined
}
