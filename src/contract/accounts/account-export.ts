import { z } from 'zod'

/** `GET /api/account/export/size`: how much an export would carry just now. */
export const ExportSize = z
  .object({
    files: z.int().meta({ description: 'Media files; `account.json` comes on top.' }),
    bytes: z.int().meta({
      description: 'Of these files together, before zipping, which makes them no smaller.',
    }),
    is_running: z
      .boolean()
      .meta({ description: 'One is being downloaded; another may begin when it has ended.' }),
  })
  .meta({ id: 'ExportSize', examples: [{ files: 12, bytes: 48_203_911, is_running: false }] })
export type ExportSize = z.infer<typeof ExportSize>
