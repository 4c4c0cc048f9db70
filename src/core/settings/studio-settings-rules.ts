import type { Allowance } from '#core/accounts/rules/allowances.ts'
import type { ClaimMapping } from '#core/accounts/rules/claimed-groups.ts'
import type { Role } from '#core/accounts/rules/roles.ts'
import { type CreditPacks, defaultPacks } from '#core/credits/credit-pack-rules.ts'
import type { Credits } from '#core/models/rules/model.ts'
import type { ProviderChoice } from '#core/models/rules/order-providers.ts'
import type { Prices } from '#core/models/rules/price.ts'
import type { VisibleLabel } from '#core/provenance/rules/visible-label.ts'
import type { HexColor } from './accent-color-rules.ts'

/** A text by language code; a language without one shows the first that there is. */
export type Texts = Readonly<Record<string, string>>

/**
 * Who may create an account: everyone, those with an invitation, everyone once an operator has
 * approved, or no one.
 */
export const signUpPolicies = ['open', 'invitation', 'approval', 'closed'] as const
export type SignUpPolicy = (typeof signUpPolicies)[number]

/** Settings that features add, each with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureSettings {}

/** What an operator sets while the studio runs. */
export type StudioSettings = CoreSettings & FeatureSettings

export type CoreSettings = {
  /** Percentage of every base price of the catalogue. */
  price_percent: number
  /** Own base prices in credits, by `model` or `model.tier`; the percentage does not change them. */
  model_prices: Readonly<Record<string, Credits>>
  /** What the provider charges for one result, in US cents, by model. */
  model_costs: Readonly<Record<string, number>>
  /** How the provider of a job is chosen, by model; without: in the order of its definition. */
  model_providers: Readonly<Record<string, ProviderChoice>>
  credit_packs: CreditPacks
  /** Credits that a new account gets. */
  signup_credits: Credits
  /** The most that a person of the role `support` may grant or refund at once, and in a day. */
  support_refund_limit: Credits
  support_daily_limit: Credits
  /** Who may create an account by signing in. */
  sign_up: SignUpPolicy
  /** Whose addresses may create one; empty: all. */
  email_domains: readonly string[]
  /** Addresses and domains that may neither sign up nor sign in. */
  blocked_emails: readonly string[]
  /** What new accounts prefer for their results. */
  default_visibility: 'public' | 'private'
  studio_name: string
  /** A PNG or WebP image as a data address; `null`: that of the product. */
  logo: string | null
  /** `#rrggbb`; pages adapt it to each theme (accent-color.ts). `null`: that of the product. */
  accent_color: HexColor | null
  /** The ids of the models that come first in forms and prices, in this order. */
  model_order: readonly string[]
  footer: Texts
  terms_url: string | null
  privacy_url: string | null
  imprint_url: string | null
  /** Of the terms and the privacy policy; people accept each version once. */
  terms_version: number
  /** An announcement on every page. */
  banner: { text: Texts; tone: 'info' | 'warning' } | null
  /** Running generations finish; nothing can be started or bought. */
  maintenance: boolean
  /** Results say in a machine-readable way that a model made them (docs/provenance.md). */
  mark_results: boolean
  /** Drawn into images that others than their owner see; `null`: none. */
  visible_label: VisibleLabel | null
  /** Roles by the groups that an identity provider's claim names; `owner` counts in a file only. */
  group_roles: ClaimMapping<Role>
  /** Everyone counts as paid, and nothing is sold. */
  free_mode: boolean
  /** In free mode: what accounts get whose groups say nothing else; `null`: nothing. */
  free_allowance: Allowance | null
}

/** The largest logo: in bytes and pixels as it is given, and pixels a side as it is stored. */
export const logoLimits = { bytes: 512 * 1024, pixels: 4096 * 4096, size: 256 }

export type SettingName = keyof StudioSettings

/** The settings of the core in a studio whose operator has set nothing. */
export const defaultSettings: CoreSettings = {
  price_percent: 100,
  model_prices: {},
  model_costs: {},
  model_providers: {},
  credit_packs: defaultPacks,
  signup_credits: 0,
  support_refund_limit: 500,
  support_daily_limit: 5_000,
  sign_up: 'open',
  email_domains: [],
  blocked_emails: [],
  default_visibility: 'public',
  studio_name: 'Atelier',
  logo: null,
  accent_color: null,
  model_order: [],
  footer: {},
  terms_url: null,
  privacy_url: null,
  imprint_url: null,
  terms_version: 1,
  banner: null,
  maintenance: false,
  mark_results: true,
  visible_label: null,
  group_roles: {},
  free_mode: false,
  free_allowance: null,
}

/** Where the value of a setting comes from; each takes precedence over those before it. */
export const settingSources = ['default', 'database', 'environment', 'file'] as const
export type SettingSource = (typeof settingSources)[number]

export type ResolvedSettings = {
  settings: StudioSettings
  sources: Record<SettingName, SettingSource>
}

/** Values by their source. */
export type SettingLayers = Partial<
  Record<Exclude<SettingSource, 'default'>, Partial<StudioSettings>>
>

/** Returns the value that counts of each setting, and its source. `defaults`: also of features. */
export function resolveSettings(layers: SettingLayers, defaults: StudioSettings): ResolvedSettings {
  const all = { default: defaults, ...layers }
  const sourceOf = (name: SettingName) =>
    settingSources.findLast((source) => all[source]?.[name] !== undefined) ?? 'default'
  const names = Object.keys(defaults) as SettingName[]
  return {
    settings: Object.assign({}, ...settingSources.map((source) => all[source])),
    sources: Object.fromEntries(names.map((name) => [name, sourceOf(name)])) as Record<
      SettingName,
      SettingSource
    >,
  }
}

/** The version of the terms that has to be accepted before anything is made; 0: there are none. */
export function requiredTerms({ terms_url, privacy_url, terms_version }: StudioSettings): number {
  return terms_url === null && privacy_url === null ? 0 : terms_version
}

/** The prices of these settings. */
export function pricesOf({ price_percent, model_prices }: StudioSettings): Prices {
  return { percent: price_percent, models: model_prices }
}
