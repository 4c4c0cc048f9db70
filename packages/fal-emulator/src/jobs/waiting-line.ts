/**
 * First come, first served. Adding, removing and reading a position cost next to nothing, however
 * long the queue is.
 */
export class WaitingLine<Item> {
  /** By ticket. A job that has left is `undefined`. */
  readonly #line: (Item | undefined)[] = []
  readonly #tickets = new Map<Item, number>()
  /** The ticket to be called next. */
  #next = 0
  /** Tickets of jobs that left before their turn, ascending, none below `#next`. */
  readonly #left: number[] = []

  get size(): number {
    return this.#tickets.size
  }

  add(item: Item): void {
    this.#tickets.set(item, this.#line.push(item) - 1)
  }

  /** Removes and returns the first job. */
  take(): Item | undefined {
    while (this.#next < this.#line.length) {
      const item = this.#line[this.#next]
      this.#line[this.#next] = undefined
      if (this.#left[0] === this.#next) this.#left.shift()
      this.#next++
      if (item !== undefined) {
        this.#tickets.delete(item)
        return item
      }
    }
    return undefined
  }

  /** Removes a job; `false` when it is not in the queue. */
  remove(item: Item): boolean {
    const ticket = this.#tickets.get(item)
    if (ticket === undefined) return false
    this.#tickets.delete(item)
    this.#line[ticket] = undefined
    this.#left.splice(this.#leftBefore(ticket), 0, ticket)
    return true
  }

  /** How many are before `item`; 0 also when it does not wait. */
  positionOf(item: Item): number {
    const ticket = this.#tickets.get(item)
    return ticket === undefined ? 0 : ticket - this.#next - this.#leftBefore(ticket)
  }

  #leftBefore(ticket: number): number {
    let low = 0
    let high = this.#left.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#left[middle] ?? 0) < ticket) low = middle + 1
      else high = middle
    }
    return low
  }
}
