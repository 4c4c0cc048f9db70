import { z } from 'zod'

/** `GET /api/settings`: what the browser needs before the sign-in. */
export const SettingsView = z
  .object({
    mode: z.enum(['demo', 'production']),
    sample_results: z
      .boolean()
      .meta({ description: 'Results come from the built-in demo engine.' }),
    price_overrides: z
      .record(z.string(), z.int())
      .meta({ description: 'Base prices in credits by model or model.tier.' }),
  })
  .meta({ id: 'Settings' })
export type SettingsView = z.infer<typeof SettingsView>
