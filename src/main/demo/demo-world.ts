import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Config, ConfigError, listProblems } from '../config.ts'
import { CannotStart } from '../listen.ts'

/** The accounts in the demo's account chooser. */
export const demoAccounts = [
  {
    email: 'demo@atelier.example',
    name: 'Demo',
    about: {
      en: 'Owner of the studio, 10,000 credits, some work already made',
      zh: '工作室所有者，10,000 积分，已有一些作品',
      de: 'Inhaber des Studios, 10.000 Credits, einige Ergebnisse',
    },
  },
  {
    email: 'new@atelier.example',
    name: 'New visitor',
    about: {
      en: 'Has never paid, no credits yet',
      zh: '从未付费，暂无积分',
      de: 'Hat nie bezahlt, noch keine Credits',
    },
  },
]

/** The credits of a new demo account (docs/spec/accounts.md#demo-and-production). */
export const demoCredits = 10_000

export const identityPath = '/demo/identity'
const identityClient = { id: 'atelier-demo', secret: 'atelier-demo-secret' }

/** Checks `MOCK_FAULTS`. Throws `ConfigError`. */
export async function checkFaults({ MOCK_FAULTS: faults }: Config): Promise<void> {
  const { parseFaults } = await loadPackage(() => import('@atelier/fal-emulator/faults'))
  try {
    parseFaults(faults)
  } catch (error) {
    throw new ConfigError(listProblems([`MOCK_FAULTS: ${(error as Error).message}`]))
  }
}

/**
 * Starts the built-in media provider: a real server on loopback with fal's queue protocol. Throws
 * `ConfigError` for `MOCK_FAULTS`.
 */
export async function startDemoEmulator(config: Config) {
  await checkFaults(config)
  const { startEmulatorThread } = await loadPackage(() => import('@atelier/fal-emulator/thread'))
  const { readDocuments } = await loadPackage(() => import('@atelier/fal-emulator/documents'))
  return startEmulatorThread({
    dataDir: config.dataDir,
    delayMs: config.MOCK_DELAY_MS,
    failureRate: config.MOCK_FAILURE_RATE,
    faults: config.MOCK_FAULTS,
    documents: readDocuments(),
  })
}

/**
 * Returns the OpenAPI document of an endpoint that the demo's emulator has. Throws `CannotStart`
 * for any other.
 */
export async function readEmulatorDocument(endpoint: string): Promise<unknown> {
  const { readDocument } = await loadPackage(() => import('@atelier/fal-emulator/documents'))
  const found = readDocument(endpoint)
  if (!found) throw new CannotStart(`The demo's emulator has no endpoint ${endpoint}.`)
  return found
}

export const checkoutPath = '/demo/checkout'

/**
 * Starts the built-in payment provider: Stripe's API on loopback, its pages below `/demo/checkout`
 * of our own server.
 */
export async function startDemoPayments(
  publicUrl: string,
  { ownUrl, secret }: { ownUrl: string; secret: string },
) {
  const { startDemoCheckout } = await loadPackage(() => import('@atelier/demo-world/checkout'))
  const key = (name: string) => createHmac('sha256', secret).update(name).digest('hex')
  const keys = {
    secretKey: `sk_demo_${key('stripe')}`,
    webhookSecret: `whsec_${key('stripe events')}`,
  }
  const { apiUrl, handle, stop } = await startDemoCheckout({
    ...keys,
    pagesUrl: publicUrl + checkoutPath,
    webhookUrl: `${ownUrl}/api/payments/webhook`,
  })
  return { stripe: { ...keys, apiUrl }, handle, stop }
}

/**
 * Starts the built-in identity provider: a real OpenID provider below `/demo/identity` of our own
 * server.
 */
export async function startDemoIdentity(publicUrl: string, secret: string) {
  const { createDemoIdentity } = await loadPackage(() => import('@atelier/demo-world/identity'))
  const issuer = publicUrl + identityPath
  const redirectUri = `${publicUrl}/api/auth/callback`
  const handle: (request: IncomingMessage, response: ServerResponse) => void = createDemoIdentity({
    issuer,
    client: { ...identityClient, redirectUri },
    accounts: demoAccounts,
    secret,
  })
  return { handle, issuer, client: identityClient }
}

/**
 * Loads a package that only the demo needs and that a production installation may lack. Throws
 * `CannotStart` where it is missing.
 */
export async function loadPackage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CannotStart(
      `Demo mode needs the packages in packages/, which are not installed. Run npm ci, or configure ATELIER_MODE=production (${(error as Error).message})`,
    )
  }
}
