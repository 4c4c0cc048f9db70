import { sql } from 'kysely'
import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import type { StartCheck } from '#core/accounts/start-checks.ts'
import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { Contributions } from '#core/parts.ts'
import { contributions } from '#features/contributions.ts'

const refusal: StartRefusal = { reason: 'job_ceiling', required: 2, max: 1 }

/**
 * A studio where a feature lets `limited` accounts use these models alone; a start of another is refused
 * with `job_ceiling`.
 */
export function limitModels(models: readonly string[]) {
  const limited = new Set<string>()
  const ofAccount = (id: string) => (limited.has(id) ? models : null)
  const check: StartCheck = {
    condition: {
      name: 'allowed_models',
      write: ({ accountId, model }) => ({
        facts: sql`select ${isModelAllowed(ofAccount(accountId), model)}::boolean as is_allowed`,
        holds: sql`allowed_models.is_allowed`,
      }),
    },
    readModels: async (_database, id) => ({ models: ofAccount(id), refuse: () => refusal }),
    readRule: async (_database, id) => ({
      startsPerMinute: null,
      decide: ({ model }) => (isModelAllowed(ofAccount(id), model) ? undefined : refusal),
      decideUpload: () => undefined,
    }),
  }
  const startChecks: Contributions['startChecks'] = [...contributions.startChecks, check]
  return { limited, contributions: { ...contributions, startChecks } }
}
