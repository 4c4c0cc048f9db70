import { queueOperatorMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import type { Parts } from '#core/parts.ts'
import type { Provider, ProviderError } from '#providers/provider.ts'
import {
  claimProviderProbes,
  clearProviderOutages,
  recordProviderOutage,
} from '../queries/outages.ts'
import { findProvider } from './find-provider.ts'

/** The pause before the first check for a false alarm, in ms. */
const firstProbe = 2_000

/**
 * If a provider rejects our account, none of its models is started or charged until it recovers. A
 * rejection that may concern one endpoint alone is confirmed first.
 */
export async function detectProviderOutage(
  context: Parts<'contributions' | 'database' | 'log' | 'mail' | 'now'>,
  provider: Provider,
  error: ProviderError,
): Promise<void> {
  const { code } = error
  if (code !== 'provider_locked' && code !== 'provider_funds' && code !== 'provider_auth') return
  if (code === 'provider_auth' && error.httpStatus === 403 && (await acceptsAccount(provider)))
    return

  const outage = { provider: provider.id, code, detail: error.message }
  const news = await context.database.transaction().execute(async (transaction) => {
    const isNew = await recordProviderOutage(transaction, { ...outage, probeAfter: firstProbe })
    const content = { about: 'provider_outage', ...outage } as const
    if (!isNew) return false
    await queueOperatorMail(transaction, context.mail, content, context.now())
    const data = { of: 'provider', provider: provider.id, code }
    await announceToOperators(context, transaction, { event: 'outage.began', data })
    return true
  })
  if (news)
    context.log.error(
      { provider: provider.id, code, err: error },
      'provider rejected our account: none of its models is started',
    )
}

/** Whether the provider accepts our account at all. */
async function acceptsAccount(provider: Provider): Promise<boolean> {
  return provider.probe().then(
    () => true,
    () => false,
  )
}

/** The pause before the provider is checked again, in ms. */
const probePause = 10_000

/**
 * While a provider rejects our account, checks regularly whether it still does; if not, starts of
 * its models are allowed again.
 */
export async function probeProviders(
  context: Parts<'contributions' | 'database' | 'log' | 'providers'>,
): Promise<void> {
  const ids = await claimProviderProbes(context.database, probePause)
  await Promise.all(ids.map((id) => probe(context, id)))
}

async function probe(
  context: Parts<'contributions' | 'database' | 'log' | 'providers'>,
  id: string,
): Promise<void> {
  const { database, log } = context
  try {
    await findProvider(context, id).provider.probe()
  } catch (error) {
    log.warn({ provider: id, err: error }, 'provider still rejects our account')
    return
  }
  const wasOut = await database.transaction().execute(async (transaction) => {
    if (!(await clearProviderOutages(transaction, id))) return false
    const data = { of: 'provider', provider: id, code: null }
    await announceToOperators(context, transaction, { event: 'outage.ended', data })
    return true
  })
  if (wasOut) log.info({ provider: id }, 'provider accepts our account again')
}
