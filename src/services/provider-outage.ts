import {
  claimProviderProbe,
  clearProviderOutages,
  recordProviderOutage,
} from '#database/queries/outages.ts'
import type { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from './context.ts'

/** The pause before the provider is first asked whether it was a false alarm, in ms. */
const firstProbe = 2_000

/**
 * If the provider refuses our account, nothing more is started until it recovers: people are told,
 * nothing is charged . A refusal that may concern one endpoint alone is confirmed first.
 */
export async function detectProviderOutage(
  context: ServiceContext,
  error: ProviderError,
): Promise<void> {
  const { code } = error
  if (code !== 'provider_locked' && code !== 'provider_funds' && code !== 'provider_auth') return
  if (code === 'provider_auth' && error.httpStatus === 403 && (await answers(context))) return

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

/** Does the provider take anything from us? */
async function answers({ provider }: ServiceContext): Promise<boolean> {
  return provider.probe().then(
    () => true,
    () => false,
  )
}

/** The pause before the provider is asked again, in ms. */
const probePause = 10_000

/**
 * While the provider refuses our account, asks now and then whether it still does; if not, work may
 * start again.
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
