import { randomUUID } from 'node:crypto'
import { createFal } from '#providers/fal/fal.ts'
import { falOptions } from '#providers/fal/module.ts'
import { createWebhookKeys } from '#providers/fal/webhook-keys.ts'
import { type Provider, ProviderError } from '#providers/provider.ts'
import { createProviders } from '#providers/registry.ts'
import type { Config } from '../config.ts'
import { checkFaults } from '../demo/demo-world.ts'
import { webhookBase } from '../webhook-base.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

const remedies: Partial<Record<ProviderError['code'], string>> = {
  provider_auth: 'FAL_KEY is wrong or revoked: make a new one in fal’s dashboard.',
  provider_locked: 'The account is locked: ask fal.',
  provider_funds: 'The balance at fal is used up: top it up.',
}

/**
 * Sends free requests to every configured provider; one of them is rejected exactly while our
 * account is.
 */
export async function checkProvider(config: Config): Promise<[name: string, finding: Finding][]> {
  const others = createProviders(config).filter(({ id }) => id !== 'fal')
  const [found, ...findings] = await Promise.all([checkFal(config), ...others.map(checkOther)])
  return [...found, ...findings]
}

/** The remedies of `remedies` are fal's; another provider's own words say what is wrong. */
async function checkOther(provider: Provider): Promise<[name: string, finding: Finding]> {
  const { id, url } = provider
  const finding = await provider.probe().then(
    () => right(`${url} takes our work`),
    (error: unknown) => wrong(`${url}: ${wordsOf(error)}.`, 'See docs/providers.md.'),
  )
  return [id, finding]
}

async function checkEmulator(config: Config): Promise<Finding> {
  try {
    await checkFaults(config)
    return unused('the built-in engine makes samples; nothing to check')
  } catch (error) {
    return wrong(wordsOf(error), 'The studio does not start so.')
  }
}

async function checkFal(config: Config): Promise<[name: string, finding: Finding][]> {
  if (config.usesEmulator) return [['provider', await checkEmulator(config)]]
  if (!config.FAL_KEY) return [['provider', unused('fal is not configured: FAL_KEY is empty')]]
  const fal = createFal({ id: 'fal', ...falOptions(config) })
  const refused =
    (await problemOf(fal.probe(), config.FAL_REST_URL)) ?? (await queueProblem(fal, config))
  return [
    ['provider', refused ?? right(`${config.FAL_QUEUE_URL} takes our work`)],
    ['webhooks', await checkWebhooks(config)],
  ]
}

/** Requests an unknown job: any answer except a rejected key is fine. */
async function queueProblem(
  fal: Provider,
  { FAL_QUEUE_URL: url }: Config,
): Promise<Finding | null> {
  const unknown = fal.status({
    provider: 'fal',
    endpoint: 'fal-ai/flux',
    requestId: randomUUID(),
    urls: {},
  })
  const answered = unknown.catch((error: unknown) => {
    const isAnswer =
      error instanceof ProviderError && error.httpStatus !== null && !remedies[error.code]
    if (!isAnswer || Number(error.httpStatus) >= 500) throw error
  })
  return problemOf(answered, url)
}

async function problemOf(asked: Promise<unknown>, url: string): Promise<Finding | null> {
  try {
    await asked
    return null
  } catch (error) {
    const remedy = error instanceof ProviderError ? remedies[error.code] : undefined
    return wrong(`${url}: ${wordsOf(error)}.`, remedy ?? 'Can this machine reach it?')
  }
}

/**
 * Without webhooks nothing is lost: the provider is polled, and results come some seconds later.
 */
async function checkWebhooks(config: Config): Promise<Finding> {
  const { fixedPublicUrl: address, FAL_QUEUE_URL: queueUrl, FAL_USER_ID: userId } = config
  const base = webhookBase(address ?? `http://localhost:${config.PORT}`, {
    isFixed: Boolean(address),
    providerUrl: queueUrl,
  })
  if (!base)
    return doubtful(
      'none: PUBLIC_URL is not a public https address, so the provider is asked instead',
    )
  const { jwksUrl } = falOptions(config)
  try {
    const { keys } = await createWebhookKeys(jwksUrl).current()
    if (keys.length === 0)
      return wrong(`${jwksUrl} has no key of the kind webhooks are signed with.`, remedyForKeys)
  } catch (error) {
    return wrong(`${jwksUrl}: ${wordsOf(error)}.`, remedyForKeys)
  }
  if (!userId)
    return doubtful(
      'FAL_USER_ID is not set: events that other customers of fal signed are believed',
    )
  return right(`events to ${base} are believed when ${userId}’s, by the keys at ${jwksUrl}`)
}

const remedyForKeys =
  'Leave FAL_JWKS_URL out, and let this machine reach it: unsigned events are refused.'
