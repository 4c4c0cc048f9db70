import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AllParts } from '#core/parts.ts'
import { bucketProblem } from '#platform/storage/check-bucket.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { removeAbandoned } from '#platform/storage/write-durably.ts'
import type { Payments } from '#providers/payments/payments.ts'
import { createStripe } from '#providers/payments/stripe.ts'
import type { ConfiguredProvider, Providers } from '#providers/provider.ts'
import { createProviders } from '#providers/registry.ts'
import type { Config } from './config.ts'
import { checkoutPath, startDemoPayments } from './demo/demo-world.ts'
import { CannotStart, type Handler } from './listen.ts'
import { isOutside, webhookBase } from './webhook-base.ts'

declare module '#core/parts.ts' {
  interface FeatureParts {
    /** The payment provider; `null`: none is configured, and nothing can be bought. */
    payments: Payments | null
  }
}

const amazon = 'https://s3.amazonaws.com'

/**
 * Creates the configured providers. `url`: our own origin. `emulatorUrl`: the demo's emulator, which
 * replaces all of fal.
 */
export function openProviders(
  config: Config,
  { url, emulatorUrl }: { url: string; emulatorUrl: string | undefined },
): Providers {
  const emulated = emulatorUrl && {
    FAL_QUEUE_URL: emulatorUrl,
    FAL_REST_URL: emulatorUrl,
    FAL_JWKS_URL: undefined,
    FAL_PLATFORM_URL: emulatorUrl,
    FAL_OPENAPI_URL: `${emulatorUrl}/api/openapi/queue/openapi.json`,
  }
  const isFixed = config.fixedPublicUrl !== undefined
  return new Map(
    createProviders({ ...config, ...emulated }).map((provider): [string, ConfiguredProvider] => {
      const base = webhookBase(url, { isFixed, providerUrl: provider.url })
      return [
        provider.id,
        {
          provider,
          webhookBase: provider.readWebhook ? base : null,
          // Amazon's buckets are public; other stores may be; local files need an address that the
          // provider can reach.
          signsInputs: config.s3 ? isOutside(config.s3.endpoint ?? amazon) : base !== null,
        },
      ]
    }),
  )
}

/** How credits are sold. `pages`: those of the demo's checkout, by their path. */
export type Checkout = {
  payments: Payments | null
  pages: [path: string, handle: Handler][]
  stop(): Promise<void>
}

type CheckoutAddress = { url: string; secret: string; port: number | undefined }

/**
 * Opens Stripe, the demo's own checkout, or none (also in a process without a web server).
 */
export async function openPayments(
  config: Config,
  { url, secret, port }: CheckoutAddress,
): Promise<Checkout> {
  if (!config.usesDemoCheckout || config.ATELIER_ROLE === 'worker' || port === undefined) {
    const payments =
      config.stripe &&
      createStripe({ ...config.stripe, ...{ checkout: config.checkout, isSimulated: false } })
    return { payments, pages: [], stop: async () => undefined }
  }
  const isEverywhere = !config.HOST || config.HOST === '0.0.0.0' || config.HOST === '::'
  const ownUrl = `http://${isEverywhere ? '127.0.0.1' : config.HOST}:${port}`
  const { stripe, handle, stop } = await startDemoPayments(url, { ownUrl, secret })
  return {
    payments: createStripe({
      ...{ ...stripe, checkout: config.checkout, isSimulated: true },
      invoicePages: url + checkoutPath,
    }),
    pages: [[checkoutPath, handle]],
    stop,
  }
}

/** Opens the configured SMTP server; `null`: none is, and no mails are sent. */
export async function openMail(
  { smtp, admins }: Pick<Config, 'smtp' | 'admins'>,
  url: string,
): Promise<AllParts['mail']> {
  if (!smtp) return null
  const { createSmtp } = await import('#providers/smtp.ts')
  return { mailer: createSmtp(smtp), url, operators: [...admins] }
}

/** Returns the operator's secret; a demo creates its own once, readable by its user only. */
export async function sessionSecret(config: Config): Promise<string> {
  if (config.SESSION_SECRET) return config.SESSION_SECRET
  const file = path.join(config.dataDir, 'session-secret')
  const fresh = randomBytes(32).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}

type StorageOptions = {
  /** The origin of the API. */
  url: string
  /** Signs the addresses of files in local storage. */
  secret: string
  /** Called when the bucket does not answer; without it that throws `CannotStart`, too. */
  onOutage?: (problem: string) => void
}

/**
 * Returns the configured storage. Throws `CannotStart` when the bucket rejects us, which does not
 * end by itself. With an unreachable bucket, pages and records still work.
 */
export async function openStorage(
  config: Config,
  { url, secret, onOutage }: StorageOptions,
): Promise<Storage> {
  if (!config.s3) {
    const directory = path.join(config.dataDir, 'media')
    await removeAbandoned(directory)
    return createLocalStorage({ directory, baseUrl: url, secret })
  }
  const problem = await bucketProblem(config.s3)
  if (problem?.isOutage && onOutage) onOutage(problem.text)
  else if (problem) throw new CannotStart(problem.text)
  return createS3Storage(config.s3)
}
