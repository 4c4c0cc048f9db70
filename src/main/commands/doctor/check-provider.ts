import { createFal } from '#providers/fal/fal.ts'
import { ProviderError } from '#providers/provider.ts'
import { falOptions } from '../../adapters/fal-options.ts'
import type { Config } from '../../config.ts'
import { type Finding, right, unused, wordsOf, wrong } from './finding.ts'

const remedies: Partial<Record<ProviderError['code'], string>> = {
  provider_auth: 'FAL_KEY is wrong or revoked: make a new one in fal’s dashboard.',
  provider_locked: 'The account is locked: ask fal.',
  provider_funds: 'The balance at fal is used up: top it up.',
}

/** Asks the provider something that costs nothing and is refused exactly while our account is. */
export async function checkProvider(config: Config): Promise<Finding> {
  if (config.usesDemoEngine) return unused('the built-in engine makes samples; nothing to check')
  try {
    await createFal(falOptions(config, undefined)).probe()
    return right(`${config.FAL_QUEUE_URL} takes our work`)
  } catch (error) {
    const remedy = error instanceof ProviderError ? remedies[error.code] : undefined
    return wrong(`${config.FAL_QUEUE_URL}: ${wordsOf(error)}.`, remedy ?? 'Can this machine reach it?')
  }
}
