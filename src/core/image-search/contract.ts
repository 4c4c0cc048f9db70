import { z } from 'zod'
import { kinds } from '#core/models/rules/kinds.ts'

/** `GET /api/near-copies`: the newest records first, at most 12. */
export const NearCopiesView = z
  .strictObject({
    generations: z.array(z.strictObject({ id: z.string(), kind: z.enum(kinds) })),
  })
  .meta({ id: 'NearCopies' })
export type NearCopiesView = z.infer<typeof NearCopiesView>
