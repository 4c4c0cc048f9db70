import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { accountKey, accountQuery } from '#web/lib/account.ts'
import { createGeneration, historyKey, rememberGeneration } from '#web/lib/jobs/generations.ts'
import { rememberStarted } from '#web/lib/jobs/started-jobs.ts'
import { askToSignIn, askToUseAccount } from '#web/lib/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Recipe } from './recipe.ts'
import { requestIds } from './request-ids.ts'
import { type StartContext, startGeneration } from './start-generation.ts'
import { type Refused, reportOutcome } from './start-outcome.ts'

/** One for the whole tab: two forms with the same content send one request. */
const tabRequestIds = requestIds()

type StartHandlers = Refused & { onStarted: (generation: GenerationView) => void }

/**
 * Starts a generation from a recipe and reports the outcome. `isUnderWay` while any request waits
 * for its answer.
 */
export function useStart(handlers: StartHandlers) {
  const client = useQueryClient()
  const [underWay, setUnderWay] = useState(0)

  /**
   * Returns what was started, if anything. `resumedAction`: the action that is resumed after a
   * sign-in, should one be required.
   */
  const start = async (
    recipe: Recipe,
    resumedAction?: string,
  ): Promise<GenerationView | undefined> => {
    setUnderWay((before) => before + 1)
    const outcome = await startGeneration(recipe, contextOf(client)).finally(() =>
      setUnderWay((before) => before - 1),
    )
    if (outcome.result === 'started') {
      rememberStarted(outcome.generation.id)
      rememberGeneration(client, outcome.generation)
      handlers.onStarted(outcome.generation)
      void client.invalidateQueries({ queryKey: accountKey })
      void client.invalidateQueries({ queryKey: historyKey })
      return outcome.generation
    }
    if (outcome.result === 'account-changed') {
      await askWhoPays(client, () => void start(recipe, resumedAction))
    } else {
      const { kind } = recipe.model
      if (outcome.result === 'failed' && outcome.error.code === 'price_changed')
        void client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      reportOutcome(outcome, {
        ...handlers,
        kind,
        resumedAction,
        onSignedOut: () => client.setQueryData(accountKey, null),
      })
    }
    return undefined
  }
  return { start, isUnderWay: underWay > 0 }
}

/** Updates the shown account, and asks the user to confirm that it pays. */
async function askWhoPays(client: QueryClient, onConfirm: () => void): Promise<void> {
  const account = await client
    .fetchQuery({ ...accountQuery, ...atOnce, staleTime: 0 })
    .catch(() => null)
  if (account) askToUseAccount({ email: account.email, onConfirm })
  else askToSignIn({ description: m.create_sign_in_reason() })
}

/** The user waits for these answers, so they fail at once instead of being retried. */
const atOnce = { retry: false } as const

function contextOf(client: QueryClient): StartContext {
  return {
    findAccount: (freshness) =>
      freshness === 'fresh'
        ? client.fetchQuery({ ...accountQuery, ...atOnce, staleTime: 0 })
        : client.ensureQueryData({ ...accountQuery, ...atOnce }),
    findPrices: async () => (await client.ensureQueryData({ ...settingsQuery, ...atOnce })).prices,
    create: createGeneration,
    requestIds: tabRequestIds,
  }
}
