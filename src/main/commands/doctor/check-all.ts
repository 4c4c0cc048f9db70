import type { Config } from '../../config.ts'
import { checkDatabase } from './check-database.ts'
import { checkIdentity } from './check-identity.ts'
import { checkProvider } from './check-provider.ts'
import { checkStorage } from './check-storage.ts'
import { checkStripe } from './check-stripe.ts'
import { type Finding, right, wordsOf, wrong } from './finding.ts'

type Named = Finding & { name: string }

/** All checks, one after the other; one that breaks is a failure and does not end the others. */
export async function* checkAll(config: Config): AsyncGenerator<Named> {
  yield { name: 'configuration', ...right(`${config.ATELIER_MODE}, ${config.ATELIER_ROLE}, data in ${config.dataDir}`) }
  yield* checkDatabase(config)
  yield { name: 'storage', ...(await safely(() => checkStorage(config))) }
  yield { name: 'provider', ...(await safely(() => checkProvider(config))) }
  for (const [name, finding] of await checkIdentity(config)) yield { name, ...finding }
  yield { name: 'payments', ...(await safely(() => checkStripe(config))) }
}

async function safely(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return wrong(`${wordsOf(error)}.`, 'Nobody foresaw this; look at the configuration it belongs to.')
  }
}
