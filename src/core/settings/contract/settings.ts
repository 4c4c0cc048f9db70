import { z } from 'zod'
import { signUpPolicies } from '../studio-settings-rules.ts'

const texts = z.record(z.string(), z.string()).meta({ description: 'By language code.' })

const color = z.string().meta({ examples: ['#1d4ed8'] })
const themedAccent = z.object({ accent: color, strong: color, on: color })

/** `GET /api/settings`: what the browser needs before the sign-in. */
export const SettingsView = z
  .object({
    mode: z.enum(['demo', 'production']),
    sample_results: z
      .boolean()
      .meta({ description: 'Results come from the built-in demo engine.' }),
    mark: z.string().meta({
      description:
        'Changes with the settings. Also in the header `x-settings-mark` of every answer.',
    }),
    prices: z.object({
      percent: z.int().meta({ description: 'Percentage of the base prices of the models.' }),
      models: z.record(z.string(), z.int()).meta({
        description: 'Own base prices in credits by model or model.tier; not changed by it.',
      }),
    }),
    sign_up: z.enum(signUpPolicies),
    sign_in_methods: z.array(z.object({ id: z.string(), name: z.string() })).meta({
      description: 'The identity providers: `method` of `GET /api/auth/sign-in`.',
    }),
    studio_name: z.string(),
    logo: z.string().nullable().meta({
      description: 'The path of the logo, which changes with it; `null`: that of the product.',
    }),
    accent: z
      .object({ light: themedAccent, dark: themedAccent })
      .nullable()
      .meta({ description: 'The accent colour of each theme; `null`: that of the product.' }),
    footer: texts,
    terms_url: z.string().nullable(),
    privacy_url: z.string().nullable(),
    imprint_url: z.string().nullable(),
    terms_version: z.int().meta({
      description:
        'Of the terms and the privacy policy that an account has to accept before it makes or buys anything; 0: none.',
    }),
    banner: z.object({ text: texts, tone: z.enum(['info', 'warning']) }).nullable(),
    free_mode: z.boolean().meta({ description: 'Everyone counts as paid, and nothing is sold.' }),
    maintenance: z.boolean().meta({ description: 'Nothing can be started or bought for now.' }),
  })
  .meta({ id: 'Settings' })
export type SettingsView = z.infer<typeof SettingsView>
