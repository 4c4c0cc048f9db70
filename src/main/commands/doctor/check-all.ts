import type { Config } from '../../config.ts'
import { checkAddress } from './check-address.ts'
import { checkDatabase } from './check-database.ts'
import { checkStorage } from './check-storage.ts'
import { type Finding, right, wordsOf, wrong } from './finding.ts'
import { checkIdentity } from './services/check-identity.ts'
import { checkProvider } from './services/check-provider.ts'
import { checkStripe } from './services/check-stripe.ts'

type Named = Finding & { name: string }

/** All checks, one after the other; one that breaks is a failure and does not end the others. */
export async function* checkAll(config: Config): AsyncGenerator<Named> {
  yield {
    name: 'configuration',
    ...right(`${config.ATELIER_MODE}, ${config.ATELIER_ROLE}, data in ${config.dataDir}`),
  }
  yield { name: 'address', ...checkAddress(config) }
  yield* checkDatabase(config)
  yield { name: 'storage', ...(await safely(() => checkStorage(config))) }
  for (const [name, finding] of await checkProvider(config)) yield { name, ...finding }
  for (const [name, finding] of await checkIdentity(config)) yield { name, ...finding }
  yield { name: 'payments', ...(await safely(() => checkStripe(config))) }
}

async function safely(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return wrong(
      `${wordsOf(error)}.`,
      'Nobody foresaw this; look at the configuration it belongs to.',
    )
  }
}
