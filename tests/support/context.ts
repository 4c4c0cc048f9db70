import { v7 as uuid } from 'uuid'
import { createAccountWithCredits } from '#core/accounts/create-account.ts'
import { deadlines } from '#core/generations/rules/timetable.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { createProviderHealth } from '#core/generations/steps/provider-health.ts'
import { createStoringLimiter } from '#core/generations/steps/storing-limiter.ts'
import { createBackground } from '#core/jobs/background.ts'
import { createLocalWorker } from '#core/jobs/local-worker.ts'
import { undoTime } from '#core/jobs/retention-rules.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { createSigning } from '#core/provenance/signing.ts'
import { contributions } from '#features/contributions.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { watchStorage } from '#platform/storage/watch-storage.ts'
import { createFal, type FalOptions } from '#providers/fal/fal.ts'
import type { IdentityProvider, SignInMethod } from '#providers/identity.ts'
import type { Provider, Providers } from '#providers/provider.ts'
import { testSettings } from '#testing/settings.ts'
import { afterFile, fileDirectory } from './after-file.ts'
import { testConnection, testDatabase } from './database/database.ts'
import { fluxDev } from './models.ts'
import { sharedParsers } from './parsers.ts'

/** Tests start as fast as they can. */
const unhurried = { account: { burst: 1e6, perMinute: 1e6 }, key: { burst: 1e6, perMinute: 1e6 } }

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** fal's adapter, pointed at a loopback server that is all of fal at once. */
export function testProvider(url: string, options: Partial<FalOptions> = {}) {
  return createFal({
    id: 'fal',
    key: 'test',
    queueUrl: url,
    restUrl: url,
    jwksUrl: `${url}/.well-known/jwks.json`,
    ...options,
  })
}

/** How the tests' providers reach us. */
export type Reach = { webhookBase?: string | null; signsInputs?: boolean }

/** fal's adapter as the only configured provider, under its own id or another. */
export function testProviders(
  url: string,
  { webhookBase = null, signsInputs = false, ...options }: Partial<FalOptions> & Reach = {},
  id = 'fal',
): Providers {
  return new Map([
    [id, { provider: testProvider(url, { ...options, id }), webhookBase, signsInputs }],
  ])
}

/** fal's adapter in a context. */
export function falOf({ providers }: Parts<'providers'>): Provider {
  const fal = providers.get('fal')
  if (!fal) throw new Error('fal is not configured')
  return fal.provider
}

/**
 * A whole service context on the real database and real storage; the provider is whatever listens
 * at `queueUrl`.
 */
export async function testContext(
  options: { queueUrl?: string } & Reach & Partial<AllParts> = {},
): Promise<AllParts> {
  const directory = await fileDirectory('media')
  const background = createBackground(silent)
  afterFile(() => background.stop())
  const connection = await testConnection()
  const storing = createStoringLimiter()
  const {
    queueUrl = 'http://127.0.0.1:65531',
    webhookBase = null,
    signsInputs = false,
    ...overrides
  } = options
  return {
    database: await testDatabase(),
    openLongRunningConnection: () => openDatabase(connection, () => undefined, 1),
    changes: {
      publish: () => undefined,
      publishDue: () => undefined,
      publishRevocation: () => undefined,
    },
    // Fractions of a millisecond, as PostgreSQL's clock has them.
    now: () => Date.now() + 0.464,
    localWorker: createLocalWorker(),
    providerHealth: createProviderHealth(),
    providers: testProviders(queueUrl, { webhookBase, signsInputs }),
    signInMethods: [
      testSignInMethod({
        begin: () => Promise.reject(new Error('unused')),
        finish: () => Promise.reject(new Error('unused')),
      }),
    ],
    storage: watchStorage(
      createLocalStorage({ directory, baseUrl: 'http://localhost:3000', secret: 'test' }),
      storing.observe,
    ),
    storing,
    background,
    parsers: sharedParsers(),
    log: silent,
    meter: { count: () => undefined, observe: () => undefined },
    // Most tests compare what is stored with what a provider sent.
    settings: testSettings({ mark_results: false }),
    signing: createSigning({ database: await testDatabase(), settings: testSettings() }, null),
    version: 'test',
    deadlines,
    endpoints: {},
    autoRefund: true,
    undoTime,
    sampleResults: false,
    identityKey: new TextEncoder().encode('test'),
    rates: unhurried,
    payments: null,
    mail: null,
    url: 'https://studio.example',
    admins: new Set(),
    contributions,
    ...overrides,
  }
}

/** A way to sign in as a studio has it that configured only Google. */
export function testSignInMethod(
  provider: IdentityProvider,
  own: Partial<SignInMethod> = {},
): SignInMethod {
  return {
    id: 'google',
    name: 'Google',
    domains: [],
    isTrusted: false,
    hasGroups: false,
    provider,
    ...own,
  }
}

/** A new account of the test's own. */
export async function testAccount(context: AllParts, { credits = 1000, paid = true } = {}) {
  const email = `${uuid()}@example.com`
  const { account } = await createAccountWithCredits(context, { email, name: null, credits, paid })
  return account
}

/** Starts one image at 30 credits. */
export function startImage(context: AllParts, accountId: string) {
  const input = { prompt: 'x' }
  return startGeneration(context, {
    accountId,
    model: fluxDev,
    input,
    requestId: undefined,
    isPublic: true,
  })
}

/** What the ledger and the balance say about an account, in credits. */
export async function readMoney({ database }: AllParts, accountId: string) {
  const entries = await database
    .selectFrom('credit_entry')
    .select(['reason', 'credits'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute()
  const account = await database
    .selectFrom('account')
    .select('credits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    balance: account.credits,
    sum: entries.reduce((sum, { credits }) => sum + credits, 0),
    entries,
  }
}
