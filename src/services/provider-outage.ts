import {
  claimProviderProbe,
  clearProviderOutages,
  recordProviderOutage,
} from '#database/queries/outages.ts'
import type { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from './context.ts'

/** The pause before the first check for a false alarm, in ms. */
const firstProbe = 2_000

/**
 * If the provider rejects our account, nothing more is started or charged until it recovers. A
 * rejection that may concern one endpoint alone is confirmed first.
 */
export async function detectProviderOutage(
  context: ServiceContext,
  error: ProviderError,
): Promise<void> {
  const { code } = error
  if (code !== 'provider_locked' && code !== 'provider_funds' && code !== 'provider_auth') return
  if (code === 'provider_auth' && error.httpStatus === 403 && (await acceptsAccount(context)))
    return

  const news = await recordProviderOutage(context.database, {
    code,
    detail: error.message,
    probeAfter: firstProbe,
  })
  if (news)
    context.log.error(
      { code, err: error },
      'provider rejected our account: no generation is started',
    )
}

/** Whether the provider accepts our account at all. */
async function acceptsAccount({ provider }: ServiceContext): Promise<boolean> {
  return provider.probe().then(
    () => true,
    () => false,
  )
}

/** The pause before the provider is checked again, in ms. */
const probePause = 10_000

/**
 * While the provider rejects our account, checks regularly whether it still does; if not, starts
 * are allowed again.
 */
export async function probeProvider({ database, provider, log }: ServiceContext): Promise<void> {
  if (!(await claimProviderProbe(database, probePause))) return
  try {
    await provider.probe()
  } catch (error) {
    log.warn({ err: error }, 'provider still rejects our account')
    return
  }
  if (await clearProviderOutages(database)) log.info({}, 'provider accepts our account again')
}
