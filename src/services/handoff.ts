import type { Claimed } from '#database/queries/generation-steps.ts'

/**
 * Room for one generation, kept for whoever reserved it until `use` is called: with the row, or
 * with `null` for none.
 */
export type Reservation = { token: string; use(row: Claimed | null): void }

/**
 * Where a request that makes work due meets the worker of the same process: it may claim the row
 * for the worker in the very statement it writes anyway, under the reservation's token
 * (docs/decisions/0021-born-claimed.md).
 */
export type Handoff = {
  /** `null`: this process has no worker, or others wait for its room already. */
  reserve(): Reservation | null
  /** A worker offers its room from now on. */
  offer(reserve: () => Reservation | null): void
}

export function createHandoff(): Handoff {
  let reserve: Handoff['reserve'] = () => null
  return {
    reserve: () => reserve(),
    offer: (room) => {
      reserve = room
    },
  }
}
