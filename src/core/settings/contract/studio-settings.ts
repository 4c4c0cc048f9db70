import { z } from 'zod'
import { roles } from '#core/accounts/rules/roles.ts'
import { isMailAddress } from '#core/mail/rules.ts'
import { providerPolicies } from '#core/models/rules/order-providers.ts'
import { labelLanguages, labelPlaces, labelSizes } from '#core/provenance/rules/visible-label.ts'
import { languages } from '#platform/languages/languages.ts'
import {
  type CoreSettings,
  defaultSettings,
  logoLimits,
  type StudioSettings,
  signUpPolicies,
} from '../studio-settings-rules.ts'

/** Characters that change the direction of what follows, or that cannot be seen. */
const invisible = /[\p{Cc}\p{Cf}]/u

/** One line of plain text of at most so many characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !invisible.test(text), 'must not have invisible characters')

const texts = z.partialRecord(z.enum(languages), line(500).min(1))

const webAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'must be an https address' })
  .max(500)
  .nullable()

const domain = z.string().toLowerCase().regex(z.regexes.domain).max(253)

/** An address, or a domain for all of its addresses. */
const blockedEmail = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (text) => isMailAddress(text) || domain.safeParse(text).success,
    'must be an e-mail address or a domain',
  )

const creditPacks = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'must be three lower-case letters'),
  packs: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[\w-]{1,60}$/),
        credits: z.int().min(1).max(10_000_000),
        amount: z.int().min(1).max(99_999_999),
      }),
    )
    .min(1)
    .max(12)
    .refine(
      (packs) => new Set(packs.map(({ id }) => id)).size === packs.length,
      'two packs have the same id',
    )
    .overwrite((packs) => packs.toSorted((one, other) => one.amount - other.amount))
    .readonly(),
})

/** US cents of one result, to a ten-thousandth; 0: the provider charges nothing. */
const modelCost = z
  .number()
  .min(0)
  .max(100_000)
  .refine((cents) => Number.isInteger(Math.round(cents * 1e8) / 1e4), 'has more than four decimals')

/** Credits of each period (UTC). */
export const Allowance = z.strictObject({
  credits: z.int().min(1).max(10_000_000),
  period: z.enum(['day', 'week', 'month']),
  is_cumulative: z.boolean().default(false),
})

/** Of its characters, three bytes each four, and what stands before them. */
const maxLogoAddress = Math.ceil(logoLimits.bytes / 3) * 4 + 'data:image/webp;base64,'.length

/** Values by the id of an identity provider and the name of one of its groups. */
export const claimMapping = <Value extends z.ZodType>(value: Value) =>
  z.record(
    z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be the id of an identity provider'),
    z.record(z.string().min(1).max(200), value),
  )

/** All settings of the core; amounts in credits, packs in the currency's smallest unit. */
export const CoreSettingsSchema = z.strictObject({
  price_percent: z.int().min(1).max(10_000),
  model_prices: z.record(z.string().max(200), z.int().min(1).max(10_000_000)),
  model_costs: z.record(z.string().max(200), modelCost),
  model_providers: z.record(
    z.string().max(200),
    z.strictObject({
      policy: z.enum(providerPolicies),
      order: z.array(z.string().max(40)).max(10).readonly().optional(),
    }),
  ),
  credit_packs: creditPacks,
  signup_credits: z.int().min(0).max(10_000_000),
  support_refund_limit: z.int().min(0).max(10_000_000),
  support_daily_limit: z.int().min(0).max(10_000_000),
  sign_up: z.enum(signUpPolicies),
  email_domains: z.array(domain).max(100).readonly(),
  blocked_emails: z.array(blockedEmail).max(10_000).readonly(),
  default_visibility: z.enum(['public', 'private']),
  studio_name: line(40).min(1),
  logo: z
    .string()
    .max(
      maxLogoAddress,
      `must be an image of at most ${logoLimits.bytes / 1024} kB as a data address`,
    )
    .regex(
      /^data:image\/(png|webp);base64,[A-Za-z\d+/]+={0,2}$/,
      'must be a PNG or WebP image as a data address',
    )
    .nullable(),
  accent_color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be a colour such as #1d4ed8')
    .toLowerCase()
    .nullable(),
  model_order: z
    .array(z.string().max(200))
    .max(500)
    .refine((ids) => new Set(ids).size === ids.length, 'names a model twice')
    .readonly(),
  footer: texts,
  terms_url: webAddress,
  privacy_url: webAddress,
  imprint_url: webAddress,
  terms_version: z.int().min(1).max(1_000_000),
  banner: z.strictObject({ text: texts, tone: z.enum(['info', 'warning']) }).nullable(),
  maintenance: z.boolean(),
  mark_results: z.boolean(),
  visible_label: z
    .strictObject({
      place: z.enum(labelPlaces),
      size: z.enum(labelSizes),
      language: z.enum(labelLanguages),
    })
    .nullable(),
  group_roles: claimMapping(z.enum(roles)),
  free_mode: z.boolean(),
  free_allowance: Allowance.nullable(),
}) satisfies z.ZodType<CoreSettings, unknown>

export type SomeSettings = Partial<StudioSettings>

/** What is wrong with a setting; `path` leads to it, such as `credit_packs.packs.0.amount`. */
export type SettingProblem = { path: string; message: string }

/** A setting of a feature; `initial` counts while no operator has set it. */
export type SettingSchema<Value> = { schema: z.ZodType<Value, unknown>; initial: Value }

/** Those of all features, by name. */
export type SettingSchemas = Readonly<Record<string, SettingSchema<unknown>>>

/** The settings of a studio whose operator has set nothing. */
export function settingDefaults(added: SettingSchemas): StudioSettings {
  const initial = Object.entries(added).map(([name, one]) => [name, one.initial])
  return { ...defaultSettings, ...Object.fromEntries(initial) }
}

/** Reads settings of unknown shape. Unknown names are rejected. */
export function readSomeSettings(
  added: SettingSchemas,
  given: unknown,
): { ok: true; settings: SomeSettings } | { ok: false; problems: SettingProblem[] } {
  const schemas = Object.entries(added).map(([name, { schema }]) => [name, schema])
  const schema = CoreSettingsSchema.extend(Object.fromEntries(schemas)).partial()
  const { success, data, error } = schema.safeParse(given)
  if (success) {
    const contradictions = findContradictions(data as SomeSettings)
    if (contradictions.length > 0) return { ok: false, problems: contradictions }
    return { ok: true, settings: data as SomeSettings }
  }
  const problems = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is unknown' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  return { ok: false, problems }
}

/** Returns the settings that no one could mean together. */
export function findContradictions({
  email_domains: domains = [],
  blocked_emails: blocked = [],
}: SomeSettings): SettingProblem[] {
  return blocked.flatMap((entry, index) =>
    domains.includes(entry)
      ? [{ path: `blocked_emails.${index}`, message: `${entry} is in email_domains, too` }]
      : [],
  )
}
