import { claimProbe, clearTroubles } from '#database/queries/outages.ts'
import type { ServiceContext } from '../context.ts'

/** The pause before the provider is asked again, in ms. */
const probePause = 10_000

/**
 * While the provider refuses our account, asks now and then whether it still does; if not, work may
 * start again.
 */
export async function probeProvider({ database, provider, log }: ServiceContext): Promise<void> {
  if (!(await claimProbe(database, probePause))) return
  try {
    await provider.probe()
  } catch (error) {
    log.warn({ err: error }, 'provider still rejects our account')
    return
  }
  if (await clearTroubles(database)) log.info({}, 'provider accepts our account again')
}
