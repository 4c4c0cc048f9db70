import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen, onDeleted } from '#web/lib/generations.ts'
import type { SelectedRecords } from '#web/lib/history/change-selection.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * What is to be deleted once the reader has said so, and what follows. Many at once are only
 * counted.
 */
type Removal = {
  records: readonly GenerationView[]
  count: number
  onRemoved?: (() => void) | undefined
}

const noRemoval: Removal = { records: [], count: 0 }

/**
 * The records picked in a list, and what is done with them. It begins anew with every other list.
 */
export function useSelection(kind: Kind, store: HistoryStore) {
  const actions = useBatchActions(kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked belongs to one list
  const picks = useMemo(() => new SelectionState(), [store])
  useEffect(() => onDeleted((ids) => picks.drop(ids)), [picks])
  const [asked, setAsked] = useState(noRemoval)

  return useMemo(() => {
    const loaded = () => fetchedRecords(store.read().span)
    const records = () => loaded().filter(({ id }) => picks.has(id))
    const count = () => (picks.isAll() ? store.read().total : picks.picked().size)
    /** What is picked, as the server is told. */
    const selected = (): SelectedRecords =>
      picks.isAll()
        ? { kind, filters: store.source.filters, total: store.read().total }
        : { kind, ids: [...picks.picked()] }
    return {
      picks,
      actions,
      asked,
      records,
      count,
      selected,
      pickAll: () => {
        const ids = loaded().map(({ id }) => id)
        // What one call can name is picked one by one.
        if (ids.length === store.read().total && ids.length <= 500) picks.pick(ids)
        else picks.pickAll(ids)
      },
      /** Asks about what is picked, or about these. */
      askToRemove: (chosen?: readonly GenerationView[], onRemoved?: () => void) => {
        if (!chosen && picks.isAll()) return setAsked({ records: [], count: count() })
        const all = chosen ?? records()
        const ended = all.filter((record) => !isOpen(record))
        setAsked({ records: ended, count: ended.length, onRemoved })
        if (ended.length < all.length) toast(m.history_delete_running())
      },
      keep: () => setAsked(noRemoval),
    }
  }, [kind, store, picks, actions, asked])
}

export type Selection = ReturnType<typeof useSelection>

/** How many are picked. */
export function usePickedCount({ picks, count }: Pick<Selection, 'picks' | 'count'>): number {
  return useSyncExternalStore(picks.subscribe, count)
}

/** What the reader has picked in one list, and where the keyboard stands in it. */
export class SelectionState {
  #picked: ReadonlySet<string> = new Set()
  #isAll = false
  #current: string | undefined
  /** From where a range is picked. */
  #from: string | undefined
  readonly #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same set until something changes. */
  picked = (): ReadonlySet<string> => this.#picked
  current = (): string | undefined => this.#current
  isPicking = (): boolean => this.#isAll || this.#picked.size > 0
  /** Whether every record of the list is picked, those that are not loaded included. */
  isAll = (): boolean => this.#isAll
  has = (id: string): boolean => this.#isAll || this.#picked.has(id)

  /** Picks or drops one; with `range`, picks all from the one before in this order of ids. */
  toggle(id: string, range: boolean, order: () => readonly string[]): void {
    const picked = new Set(this.#picked)
    const between = range && this.#from !== undefined ? idsBetween(order(), this.#from, id) : []
    if (between.length > 0) for (const one of between) picked.add(one)
    else if (!picked.delete(id)) picked.add(id)
    this.#from = id
    this.#current = id
    this.#isAll = false
    this.#become(picked)
  }

  /** Picks exactly these. */
  pick(ids: Iterable<string>): void {
    this.#isAll = false
    this.#become(new Set(ids))
  }

  /** Picks every record of the list; `loaded` are those that stay when one of them is dropped. */
  pickAll(loaded: Iterable<string>): void {
    this.#isAll = true
    this.#become(new Set(loaded))
  }

  /** These are gone. */
  drop(ids: readonly string[]): void {
    if (ids.some((id) => this.#picked.has(id)))
      this.#become(new Set([...this.#picked].filter((id) => !ids.includes(id))))
  }

  clear(): void {
    this.#from = undefined
    if (!this.isPicking()) return
    this.#isAll = false
    this.#become(new Set())
  }

  stand(id: string | undefined): void {
    if (id === this.#current) return
    this.#current = id
    this.#tell()
  }

  #become(picked: ReadonlySet<string>) {
    this.#picked = picked
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

function idsBetween(order: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)]
  if (from === -1 || to === -1) return []
  return order.slice(Math.min(from, to), Math.max(from, to) + 1)
}
