import type { ServiceContext } from '../../context.ts'
import { runAlone } from '../../retention/run-alone.ts'
import { checkLedger } from './check-ledger.ts'

/** The name under which one process at a time verifies. */
const checkName = 'chore ledger'

/**
 * Begins a verification and does not wait for it: a large ledger takes minutes. If one runs
 * already, that one is the answer. Whoever asked looks for a newer one among those that are kept.
 */
export function askForCheck(context: ServiceContext, askedBy: string): void {
  context.background.run(async () => {
    await runAlone(context, checkName, async () => void (await checkLedger(context, askedBy)))
  })
}
