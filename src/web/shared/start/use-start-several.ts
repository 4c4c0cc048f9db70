import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { accountQuery } from '#web/lib/account.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { usePrices } from '#web/lib/settings.ts'
import type { FormAddress } from '../form-address.ts'
import { historyPath } from '../record-actions/record-links.ts'
import type { Recipe } from './recipe.ts'
import { reportOutcome } from './start-outcome.ts'
import { refusalOfAll } from './start-several.ts'
import { useStart } from './use-start.ts'

/** One of several generations; `key` identifies it while its dialog is open. */
export type SeveralChoice = { key: string; recipe: Recipe }

type SeveralHandlers = {
  onProblems: (problems: readonly FieldProblem[]) => void
  onClose: () => void
}

/**
 * Starts all of several, one after the other, and shows them in one grid when all have started.
 * Nothing starts unless the credits cover all. `started`: the ids of those that have, by key; the
 * caller leaves them out the next time.
 */
export function useStartSeveral({ onProblems, onClose }: SeveralHandlers) {
  const client = useQueryClient()
  const prices = usePrices()
  const isBusy = useRef(false)
  const [isUnderWay, setUnderWay] = useState(false)
  const [started, setStarted] = useState<ReadonlyMap<string, string>>(new Map())
  const current = useRef('')
  const ids = useRef(new Map<string, string>())
  const problemsOf: typeof onProblems = (problems) => {
    onClose()
    onProblems(problems)
  }
  const { start } = useStart({
    onProblems: problemsOf,
    onSignInNeeded: onClose,
    onStarted: ({ id }) => {
      ids.current.set(current.current, id)
      setStarted(new Map(ids.current))
    },
  })

  const startAll = async (choices: readonly SeveralChoice[]) => {
    if (isBusy.current) return
    isBusy.current = true
    setUnderWay(true)
    try {
      const account = await client
        .fetchQuery({ ...accountQuery, staleTime: 0, retry: false })
        .catch(() => client.getQueryData(accountQuery.queryKey) ?? null)
      const refused = refusalOfAll(
        choices.map(({ recipe }) => recipe),
        account,
        prices,
      )
      if (refused) {
        const kind = choices[refused.index]?.recipe.model.kind ?? 'image'
        reportOutcome(
          { result: 'refused', refusal: refused.refusal },
          { kind, onProblems: problemsOf, onSignInNeeded: onClose, onSignedOut: onClose },
        )
        return
      }
      for (const { key, recipe } of choices) {
        current.current = key
        if (!(await start(recipe))) return
      }
      onClose()
      const kind = choices[0]?.recipe.model.kind ?? 'image'
      const { to, query } = chooseAddress(kind, [...ids.current.values()])
      navigate(to, { query })
    } finally {
      isBusy.current = false
      setUnderWay(false)
    }
  }
  return { started, startAll, isUnderWay }
}

const modules = import.meta.glob<{
  severalAddress: (ids: readonly string[]) => FormAddress | undefined
}>('/src/features/*/web/several-address.ts', { eager: true })

/**
 * Where generations that were started at once are shown: by a feature that has room for them, or
 * else in their history.
 */
function chooseAddress(kind: Kind, ids: readonly string[]): FormAddress {
  const [added] = Object.values(modules)
  return added?.severalAddress(ids) ?? { to: historyPath(kind), query: {} }
}
