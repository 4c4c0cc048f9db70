import { z } from 'zod'
import { GenerationView } from '#core/generations/generation-contract.ts'

const LineageLink = z.strictObject({
  child_id: z.string(),
  parent_id: z.string(),
  source: z.enum(['repeat', 'input']).meta({
    description: '`repeat`: made again from it; `input`: a result of it is an input.',
  }),
})

/** `GET /api/generations/{id}/lineage`. */
export const LineageView = z.strictObject({
  generations: z
    .array(GenerationView)
    .meta({ description: 'The one asked for first, then what it came from and what came of it.' }),
  links: z.array(LineageLink).meta({
    description: 'A generation that is named here only was deleted.',
  }),
  is_truncated: z.boolean().meta({ description: 'There are more than the limits allow.' }),
})
export type LineageView = z.infer<typeof LineageView>
