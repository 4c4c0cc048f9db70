/** What the reader has picked in one list, and where the keyboard stands in it. */
export class Picks {
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
