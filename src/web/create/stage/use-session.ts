import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { noFilters } from '#web/lib/history/address.ts'
import { historyQuery, pageSizeOf } from '#web/lib/history/history-query.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { listenForStage, showJobs, stageKey } from '#web/lib/jobs/started-jobs.ts'
import { orderSession } from './session-order.ts'

export type Session = {
  generationType: string
  /** The kind of this page; the generations of all its forms are listed together. */
  kind: Kind
  /** Running jobs and results of this session, then the newest from the history. */
  generations: GenerationView[]
  /** The one on the stage. */
  selected: GenerationView | undefined
  /** No generation exists yet, as far as the page has loaded; false while it loads. */
  isEmpty: boolean
  /** The selected one has not loaded yet. */
  isAwaited: boolean
  select: (id: string) => void
  /** Clears the stage for something new. */
  clear: () => void
  /** Puts a generation that was just started on the stage. */
  add: (generation: GenerationView) => void
}

/** The generations of the page. The selected one is restored after a reload. */
export function useSession(generationType: string): Session {
  const account = useQuery(accountQuery)
  const isSignedIn = Boolean(account.data)
  const kind = offeredModels(generationType)[0]?.kind ?? 'image'
  useEffect(() => showJobs((job) => job.kind === kind), [kind])
  const { current, isPending, addStarted } = useNewest(kind, isSignedIn)
  const [selectedId, select] = useSelected(generationType)
  // A cancelled job has nothing to show; it stays only while it is on the stage.
  const generations = current.filter(
    ({ id, error_code }) => error_code !== 'cancelled' || id === selectedId,
  )
  const [placed, setPlaced] = useState<string[]>([])
  const order = orderSession(placed, generations)
  if (order.join() !== placed.join()) setPlaced(order)

  const inOrder = order.flatMap(
    (id) => generations.find((generation) => generation.id === id) ?? [],
  )
  const running = inOrder.find(isOpen)?.id
  // A generation that is shown because it runs stays when it ends.
  if (selectedId === undefined && running !== undefined) select(running)
  const chosen = selectedId === undefined ? running : (selectedId ?? undefined)
  const distant = useQuery({
    ...generationQuery(chosen ?? ''),
    enabled: isSignedIn && chosen !== undefined,
  })
  return {
    generationType,
    kind,
    generations: inOrder,
    selected: isSignedIn && chosen !== undefined ? distant.data : undefined,
    isEmpty: order.length === 0 && !account.isPending && !(isSignedIn && isPending),
    isAwaited:
      typeof selectedId === 'string' && (account.isPending || (isSignedIn && distant.isPending)),
    select,
    clear: () => select(null),
    add: (generation) => {
      addStarted(generation)
      select(generation.id)
    },
  }
}

/** The newest of the history, and those started here that are not in it yet. */
function useNewest(kind: Kind, isSignedIn: boolean) {
  const newest = { page: 1, pageSize: pageSizeOf(kind) }
  const history = useQuery({ ...historyQuery(kind, noFilters, newest), enabled: isSignedIn })
  const [started, setStarted] = useState<{ generation: GenerationView; at: number }[]>([])

  const listed = history.data?.data.map(({ generation }) => generation) ?? []
  // Until the history has been fetched again; afterwards it contains them.
  const unlisted = started
    .filter(({ at }) => at > history.dataUpdatedAt)
    .map(({ generation }) => generation)
  return {
    current: useCurrent(isSignedIn ? [...unlisted, ...listed] : []),
    isPending: history.isPending,
    addStarted: (generation: GenerationView) =>
      setStarted((before) => [{ generation, at: Date.now() }, ...before]),
  }
}

/**
 * The current state of each of these: live events update a generation without changing the list.
 */
function useCurrent(generations: GenerationView[]): GenerationView[] {
  const unique = [...new Map(generations.map((generation) => [generation.id, generation])).values()]
  return useQueries({
    queries: unique.map((generation) => ({
      ...generationQuery(generation.id),
      enabled: false,
      initialData: generation,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
}

/**
 * The id of the selected one; `null` when the stage was cleared, `undefined` when none was selected
 * yet.
 */
function useSelected(generationType: string) {
  const key = stageKey(generationType)
  const [id, setId] = useState<string | null | undefined>(() => {
    const stored = readStored('sessionStorage', key)
    return typeof stored === 'string' ? stored : undefined
  })
  useEffect(() => {
    if (id !== undefined) writeStored('sessionStorage', key, id)
  }, [key, id])
  useEffect(
    () =>
      listenForStage((type, chosen) => {
        if (type === generationType) setId(chosen)
      }),
    [generationType],
  )
  return [id, setId] as const
}
