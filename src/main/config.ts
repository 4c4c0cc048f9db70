import path from 'node:path'
import { z } from 'zod'
import { startRates } from '#core/generations/rules/start-generation.ts'
import { deadlines } from '#core/generations/rules/timetable.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import { readSomeSettings, type SomeSettings } from '#core/settings/contract/studio-settings.ts'
import type { CoreSettings } from '#core/settings/studio-settings-rules.ts'
import type { S3Options } from '#platform/storage/s3-client.ts'
import { address } from '#providers/provider-module.ts'
import {
  configuringVariables,
  createProviders,
  furtherVariables,
  providerEnvironment,
  readFurtherProviders,
} from '#providers/registry.ts'
import { issuers } from './issuers.ts'
import { provenanceEnvironment, readProvenance } from './provenance-config.ts'
import { findUnknownVariables } from './unknown-names.ts'
import { emails, origins, sender } from './variable-parsers.ts'

const whole = z.coerce.number().int().min(0)
const atLeastOne = z.coerce.number().int().min(1)
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')

/** A variable with one setting as JSON. */
function jsonSetting<Name extends keyof CoreSettings>(name: Name, example: string) {
  return z.string().transform((text, issues): CoreSettings[Name] => {
    const read = readSomeSettings({}, { [name]: parseJson(text) })
    const value = read.ok ? read.settings[name] : undefined
    if (value !== undefined) return value
    issues.addIssue(`must be JSON such as ${example}`)
    return z.NEVER
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const prices = jsonSetting(
  'model_prices',
  '{"flux-dev": 25, "flux-schnell.square_hd": 18}, whole credits above 0',
)

const creditPacks = jsonSetting(
  'credit_packs',
  '{"currency": "eur", "packs": [{"id": "start", "credits": 1000, "amount": 900}]}, amounts in cents',
)

const endpointIds = readJson(
  z.record(z.string(), z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)+$/)),
  'must be JSON such as {"fal-ai/wan-vace-14b/depth": "fal-ai/wan-vace"}',
)

const hour = 3_600
const deadlineSeconds = readJson(
  z.partialRecord(
    z.enum(kinds),
    z
      .int()
      .min(10)
      .max(24 * hour),
  ),
  'must be JSON such as {"image": 300, "video": 1800}, whole seconds from 10 to 86400',
)

/** Parses JSON of this shape; `problem` describes the expected one, and follows the wrong keys. */
function readJson<Value>(schema: z.ZodType<Value>, problem: string) {
  return z.string().transform((text, issues): Value => {
    const parsed = schema.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    const keys = new Set(
      parsed.error.issues.flatMap((issue) => ('keys' in issue ? issue.keys : issue.path)),
    )
    const named = [...keys].map((key) => `“${String(key)}”`).join(', ')
    issues.addIssue(named ? `${named} is wrong: ${problem}` : problem)
    return z.NEVER
  })
}

/** The values of OpenTelemetry's specification. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * Every variable the product reads, documented in `.env.example`; those of further providers have a
 * number at their end.
 */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: address.optional(),
  CORS_ORIGINS: origins.default(new Set()),
  ATELIER_MODE: z.enum(['demo', 'production']).default('demo'),
  ATELIER_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATA_DIR: z.string().default('./data'),
  MODELS_DIR: z.string().optional(),
  SETTINGS_FILE: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_PREPARED_STATEMENTS: flag.optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  IDENTITY_SECRET: z.string().min(32).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: address.default('https://accounts.google.com'),
  OIDC_ISSUERS: issuers.default([]),
  ...providerEnvironment,
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ...provenanceEnvironment,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .refine((key) => !key.startsWith('pk_'), {
      error: 'is the publishable key (pk_…); the secret one begins with sk_ or rk_',
    })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: address.default('https://api.stripe.com'),
  STRIPE_TAX: z.enum(['off', 'exclusive', 'inclusive']).default('off'),
  STRIPE_TAX_ID_COLLECTION: flag.default(false),
  STRIPE_INVOICES: flag.default(false),
  CREDIT_PACKS: creditPacks.optional(),
  SIGNUP_CREDITS: whole.max(10_000_000).optional(),
  ADMIN_EMAILS: emails.default(new Set()),
  ALLOW_PRIVATE_ADDRESSES: flag.default(false),
  AUTO_REFUND: flag.default(true),
  PRICE_OVERRIDES: prices.optional(),
  ENDPOINT_OVERRIDES: endpointIds.optional(),
  DEADLINES: deadlineSeconds.optional(),
  START_BURST: atLeastOne.default(startRates.account.burst),
  STARTS_PER_MINUTE: atLeastOne.default(startRates.account.perMinute),
  KEY_START_BURST: atLeastOne.default(startRates.key.burst),
  KEY_STARTS_PER_MINUTE: atLeastOne.default(startRates.key.perMinute),
  REQUESTS_PER_MINUTE: atLeastOne.default(3_000),
  ANONYMOUS_REQUESTS_PER_MINUTE: atLeastOne.default(600),
  SIGN_INS_PER_MINUTE: atLeastOne.default(30),
  TRUST_PROXY: whole.max(10).default(0),
  MOCK_DELAY_MS: whole.default(3500),
  MOCK_FAILURE_RATE: z.coerce.number().min(0).max(1).default(0),
  MOCK_FAULTS: z.string().default(''),
  MOCK_SAMPLES: flag.default(true),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  EVENT_LOOP_LIMIT: z.coerce.number().int().min(0).max(3_600).default(30),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_SERVICE_NAME: z.string().default('atelier'),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
})

type Env = z.infer<typeof Environment>

export type Config = ReturnType<typeof readConfig>

/** What production requires (docs/spec/accounts.md#demo-and-production). */
const requiredInProduction = ['PUBLIC_URL', 'SESSION_SECRET'] as const

/** Both or none; production needs them unless `OIDC_ISSUERS` names another identity provider. */
const requiredForGoogle = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const

/** Separate processes must share a database. */
const requiredForSeparateRoles = ['DATABASE_URL'] as const

/** What a bucket requires; `S3_ENDPOINT` is only for stores other than Amazon's. */
const requiredForS3 = [
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** Both or none: without the webhook, payments would be taken and no credits granted. */
const requiredForStripe = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Both or none. */
const requiredForMail = ['SMTP_URL', 'MAIL_FROM'] as const

/** Invalid or missing configuration; the message lists all problems. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Returns the environment, with variables of a file added; the environment takes precedence. The
 * file is `.env` in the working directory, if it exists, or the one in `ENV_FILE`; an empty
 * `ENV_FILE` means none. Throws when a given one cannot be read.
 */
export function loadEnvironment(): Record<string, string | undefined> {
  const { ENV_FILE: file = '.env' } = process.env
  try {
    if (file) process.loadEnvFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || process.env.ENV_FILE) throw error
  }
  return process.env
}

/** Parses the environment. Throws `ConfigError` naming everything invalid or missing. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const known = [...Object.keys(Environment.shape), ...furtherVariables]
  const unknown = findUnknownVariables(Object.keys(given), known)
  const further = readFurtherProviders(given)
  const parsed = Environment.safeParse(given)
  const invalid =
    parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (!parsed.success || unknown.length > 0 || further.problems.length > 0)
    throw new ConfigError(listProblems([...unknown, ...invalid, ...further.problems]))
  const env = parsed.data
  const furtherProviders = further.providers
  const required = new Set([
    ...(env.ATELIER_MODE === 'production' ? requiredInProduction : []),
    ...(needsGoogle(env) ? requiredForGoogle : []),
    ...(env.ATELIER_ROLE === 'all' ? [] : requiredForSeparateRoles),
    ...(env.DATABASE_DIRECT_URL ? (['DATABASE_URL'] as const) : []),
    ...(env.STORAGE === 's3' ? requiredForS3 : []),
    ...(requiredForMail.some((name) => env[name]) ? requiredForMail : []),
    ...(requiredForStripe.some((name) => env[name]) ? requiredForStripe : []),
  ])
  const usesEmulator = usesDemoEmulator(env)
  const problems = [...required].filter((name) => !env[name]).map((name) => `${name}: is missing`)
  if (!usesEmulator && createProviders({ ...env, furtherProviders }).length === 0)
    problems.push(noProvider)
  const { provenance, problems: ofProvenance } = readProvenance(env)
  problems.push(...ofProvenance)
  if (problems.length > 0) throw new ConfigError(listProblems(problems))
  const {
    PRICE_OVERRIDES,
    CREDIT_PACKS,
    SIGNUP_CREDITS,
    SETTINGS_FILE,
    DEADLINES,
    DATA_DIR,
    MODELS_DIR,
    PUBLIC_URL,
    ADMIN_EMAILS,
    ...rest
  } = env
  return {
    ...rest,
    dataDir: path.resolve(DATA_DIR),
    modelsDir: MODELS_DIR && path.resolve(MODELS_DIR),
    /** `null`: media are on the local disk. */
    s3: env.STORAGE === 's3' ? bucketOf(env) : null,
    settings: {
      environment: settingsOf({ PRICE_OVERRIDES, CREDIT_PACKS, SIGNUP_CREDITS }),
      file: SETTINGS_FILE && path.resolve(SETTINGS_FILE),
    },
    /** `null`: nothing can be bought, except in a demo, which has its own checkout. */
    stripe: stripeOf(env),
    /** What Stripe's checkout does beside taking the money, also the demo's. */
    checkout: {
      tax: env.STRIPE_TAX === 'off' ? null : env.STRIPE_TAX,
      collectsTaxIds: env.STRIPE_TAX_ID_COLLECTION,
      makesInvoices: env.STRIPE_INVOICES,
    },
    /** Signs the manifests of results; `null`: a certificate of the studio's own does. */
    provenance,
    tracing: tracingOf(env),
    /** `null`: no mails are sent. */
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    usesDemoCheckout: env.ATELIER_MODE === 'demo' && !env.STRIPE_SECRET_KEY,
    admins: ADMIN_EMAILS,
    deadlines: readDeadlines(DEADLINES ?? {}),
    ...limitsOf(env),
    fixedPublicUrl: PUBLIC_URL,
    furtherProviders,
    ...(usesEmulator && { FAL_KEY: 'demo' }),
    usesEmulator,
    usesDemoIdentity: env.ATELIER_MODE === 'demo' && !env.GOOGLE_CLIENT_ID,
  }
}

/**
 * Whether the demo's emulator takes the place of fal: without the operator's own key, and in one
 * process, because the emulator runs inside it.
 */
function usesDemoEmulator({ ATELIER_MODE: mode, ATELIER_ROLE: role, FAL_KEY: key }: Env): boolean {
  return mode === 'demo' && role === 'all' && !key
}

const [usual, ...others] = configuringVariables
const noProvider = `${usual}: is missing, and no other provider is configured (${others.join(', ')})`

function needsGoogle(env: Env): boolean {
  const isOnlyWay = env.ATELIER_MODE === 'production' && env.OIDC_ISSUERS.length === 0
  return isOnlyWay || requiredForGoogle.some((name) => env[name])
}

/** The settings that variables fix. */
function settingsOf({
  PRICE_OVERRIDES,
  CREDIT_PACKS,
  SIGNUP_CREDITS,
}: Pick<Env, 'PRICE_OVERRIDES' | 'CREDIT_PACKS' | 'SIGNUP_CREDITS'>): SomeSettings {
  return {
    ...(PRICE_OVERRIDES && { model_prices: PRICE_OVERRIDES }),
    ...(CREDIT_PACKS && { credit_packs: CREDIT_PACKS }),
    ...(SIGNUP_CREDITS !== undefined && { signup_credits: SIGNUP_CREDITS }),
  }
}

function readDeadlines(seconds: Partial<Record<Kind, number>>): Record<Kind, number> {
  const own = Object.entries(seconds).map(([kind, value]) => [kind, value * 1_000])
  return { ...deadlines, ...Object.fromEntries(own) }
}

/** Each of these reads a whole file. */
const checksPerMinute = 10

/**
 * The limits of starts and of requests. Signing in takes two requests.
 */
function limitsOf(env: Env) {
  return {
    rates: {
      account: { burst: env.START_BURST, perMinute: env.STARTS_PER_MINUTE },
      key: { burst: env.KEY_START_BURST, perMinute: env.KEY_STARTS_PER_MINUTE },
    },
    limits: {
      known: env.REQUESTS_PER_MINUTE,
      anonymous: env.ANONYMOUS_REQUESTS_PER_MINUTE,
      signIn: 2 * env.SIGN_INS_PER_MINUTE,
      checks: checksPerMinute,
      trustedProxies: env.TRUST_PROXY,
    },
  }
}

function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: Env) {
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl } : null
}

/** Where and which spans are sent; `null`: none are recorded. */
function tracingOf(env: Env) {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`)
  if (!url) return null
  const { OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER: sampler } = env
  return { url, service, sampler, ratio: env.OTEL_TRACES_SAMPLER_ARG }
}

function bucketOf(env: Env): S3Options {
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION ?? '',
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** The message of a `ConfigError`. */
export function listProblems(problems: string[]): string {
  return `The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
}
