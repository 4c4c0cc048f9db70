import path from 'node:path'
import { z } from 'zod'
import { type Kind, kinds } from '#catalogue/kinds.ts'
import { type CreditPacks, defaultPacks } from '#domain/credit-packs.ts'
import { startRates } from '#domain/start-generation.ts'
import { deadlines } from '#domain/timetable.ts'
import { address } from '#providers/provider-module.ts'
import { providerEnvironment } from '#providers/registry.ts'
import type { S3Options } from '#storage/s3-client.ts'
import { findUnknownVariables } from './unknown-names.ts'

const whole = z.coerce.number().int().min(0)
const atLeastOne = z.coerce.number().int().min(1)
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')

const prices = readRecord(
  z.record(z.string(), z.int().positive()),
  'must be JSON such as {"flux-dev": 25, "flux-schnell.square_hd": 18}, whole credits above 0',
)

const packList = z
  .object({
    currency: z.string().regex(/^[a-z]{3}$/),
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
      .refine((packs) => new Set(packs.map(({ id }) => id)).size === packs.length),
  })
  .strict()

const creditPacks = z.string().transform((text, issues): CreditPacks => {
  try {
    const { currency, packs } = packList.parse(JSON.parse(text))
    return { currency, packs: packs.toSorted((one, other) => one.amount - other.amount) }
  } catch {
    const example =
      '{"currency": "eur", "packs": [{"id": "start", "credits": 1000, "amount": 900}]}'
    issues.addIssue(`must be JSON such as ${example}, amounts in cents`)
    return z.NEVER
  }
})

const endpointIds = readRecord(
  z.record(z.string(), z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)+$/)),
  'must be JSON such as {"fal-ai/wan-vace-14b/depth": "fal-ai/wan-vace"}',
)

const hour = 3_600
const deadlineSeconds = z.string().transform((text, issues) => {
  try {
    return z
      .partialRecord(
        z.enum(kinds),
        z
          .int()
          .min(10)
          .max(24 * hour),
      )
      .parse(JSON.parse(text))
  } catch {
    issues.addIssue(
      'must be JSON such as {"image": 300, "video": 1800}, whole seconds from 10 to 86400',
    )
    return z.NEVER
  }
})

/** Parses JSON of this shape; `problem` describes the expected one. */
function readRecord<Value>(schema: z.ZodType<Record<string, Value>>, problem: string) {
  return z.string().transform((text, issues): Record<string, Value> => {
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      issues.addIssue(problem)
      return z.NEVER
    }
  })
}

/** E-mail addresses separated by commas or spaces, in lower case. */
const emails = z.string().transform((text, issues): ReadonlySet<string> => {
  const addresses = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const each of addresses.filter(
    (part) => !/^[^\s@;<>"]+@[^\s@;<>".]+(\.[^\s@;<>".]+)+$/.test(part),
  )) {
    issues.addIssue(
      `“${each}” is no e-mail address; write name@example.com, with commas between several`,
    )
  }
  return new Set(addresses)
})

/** Every variable the product reads, documented in `.env.example`. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: address.optional(),
  ATELIER_MODE: z.enum(['demo', 'production']).default('demo'),
  ATELIER_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATA_DIR: z.string().default('./data'),
  MODELS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_PREPARED_STATEMENTS: flag.optional(),
  SESSION_SECRET: z.string().min(32).optional(),
  IDENTITY_SECRET: z.string().min(32).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: address.default('https://accounts.google.com'),
  ...providerEnvironment,
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: address.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: address.default('https://api.stripe.com'),
  CREDIT_PACKS: creditPacks.optional(),
  SIGNUP_CREDITS: whole.default(0),
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
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

type Env = z.infer<typeof Environment>

export type Config = ReturnType<typeof readConfig>

/** What production requires (docs/spec/accounts.md#demo-and-production). */
const requiredInProduction = [
  'PUBLIC_URL',
  'SESSION_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'FAL_KEY',
] as const

/**
 * Separate processes must share a database and a provider; the demo's emulator runs inside one
 * process.
 */
const requiredForSeparateRoles = ['DATABASE_URL', 'FAL_KEY'] as const

/** What a bucket requires; `S3_ENDPOINT` is only for stores other than Amazon's. */
const requiredForS3 = [
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** Both or none: without the webhook, payments would be taken and no credits granted. */
const requiredForStripe = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

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
  const unknown = findUnknownVariables(Object.keys(given), Object.keys(Environment.shape))
  const parsed = Environment.safeParse(given)
  const invalid =
    parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (!parsed.success || unknown.length > 0)
    throw new ConfigError(listProblems([...unknown, ...invalid]))
  const env = parsed.data
  const required = new Set([
    ...(env.ATELIER_MODE === 'production' ? requiredInProduction : []),
    ...(env.ATELIER_ROLE === 'all' ? [] : requiredForSeparateRoles),
    ...(env.DATABASE_DIRECT_URL ? (['DATABASE_URL'] as const) : []),
    ...(env.STORAGE === 's3' ? requiredForS3 : []),
    ...(requiredForStripe.some((name) => env[name]) ? requiredForStripe : []),
  ])
  const missing = [...required].filter((name) => !env[name])
  if (missing.length > 0)
    throw new ConfigError(listProblems(missing.map((name) => `${name}: is missing`)))
  const {
    PRICE_OVERRIDES,
    CREDIT_PACKS,
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
    prices: PRICE_OVERRIDES ?? {},
    packs: CREDIT_PACKS ?? defaultPacks,
    /** `null`: nothing can be bought, except in a demo, which has its own checkout. */
    stripe: stripeOf(env),
    usesDemoCheckout: env.ATELIER_MODE === 'demo' && !env.STRIPE_SECRET_KEY,
    admins: ADMIN_EMAILS,
    deadlines: readDeadlines(DEADLINES ?? {}),
    ...limitsOf(env),
    fixedPublicUrl: PUBLIC_URL,
    /** The demo emulator is used unless the operator configured a provider. */
    usesEmulator: env.ATELIER_MODE === 'demo' && !env.FAL_KEY,
    usesDemoIdentity: env.ATELIER_MODE === 'demo' && !env.GOOGLE_CLIENT_ID,
  }
}

function readDeadlines(seconds: Partial<Record<Kind, number>>): Record<Kind, number> {
  const own = Object.entries(seconds).map(([kind, value]) => [kind, value * 1_000])
  return { ...deadlines, ...Object.fromEntries(own) }
}

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
