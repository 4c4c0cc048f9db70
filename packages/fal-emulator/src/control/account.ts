import { exhausted, keyRefused, locked, type Refusal } from '../faults/refuse-submit.ts'

export const accountStates = ['ok', 'locked', 'exhausted', 'key-refused'] as const
export type AccountState = (typeof accountStates)[number]

const refusals: Record<AccountState, Refusal | undefined> = {
  ok: undefined,
  locked,
  exhausted,
  'key-refused': keyRefused,
}

/**
 * How the provider sees the account of whoever calls. Whatever it is, running jobs and their status
 * go on.
 */
export class Account {
  #state: AccountState = 'ok'

  /** What a submit or an upload is answered with instead. */
  get refusal(): Refusal | undefined {
    return refusals[this.#state]
  }

  change(state: AccountState): void {
    this.#state = state
  }
}
