import type { ClaimedGeneration } from '#core/generations/queries/generation-steps.ts'

/**
 * Capacity for one generation, reserved until `use` is called: with the row, or with `null` for
 * none.
 */
export type Reservation = { token: string; use(row: ClaimedGeneration | null): void }

/**
 * Connects requests that make generations due with the worker of the same process: a request may
 * claim the row for the worker in the statement it writes anyway, under the reservation's token
 * (docs/decisions/0021-born-claimed.md).
 */
export type LocalWorker = {
  /** `null`: this process has no worker, or its capacity is already awaited. */
  reserve(): Reservation | null
  /** Registers a worker's function that reserves capacity. */
  offer(reserve: () => Reservation | null): void
}

declare module '#core/parts.ts' {
  interface AllParts {
    localWorker: LocalWorker
  }
}

export function createLocalWorker(): LocalWorker {
  let reserve: LocalWorker['reserve'] = () => null
  return {
    reserve: () => reserve(),
    offer: (room) => {
      reserve = room
    },
  }
}
