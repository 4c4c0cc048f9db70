import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { readStored, writeStored } from './browser/browser-storage.ts'

/**
 * An action that a sign-in interrupted, in this tab. `token` is also in the address after the
 * sign-in.
 */
type Waiting = { action: string; token: string; at: number }

const key = 'atelier.go-on'

/** The parameter in the address after the sign-in. */
export const resumeParameter = 'go_on'

/** The longest time of a sign-in, in ms. After that the user has to press the button again. */
const oldest = 3_600_000

/** Stores an action until the user returns from the sign-in. Returns the own path to return to. */
export function storeWaitingAction(action: string, returnTo: string): string {
  const token = crypto.getRandomValues(new Uint32Array(4)).join('-')
  writeStored('sessionStorage', key, { action, token, at: Date.now() } satisfies Waiting)
  const url = new URL(returnTo, location.origin)
  url.searchParams.set(resumeParameter, token)
  return url.pathname + url.search + url.hash
}

/**
 * The waiting action, if the token of the address is the one that this tab stored. Returned once:
 * the stored action is deleted, also when the address has no token. `undefined`: no action was
 * waiting.
 */
export function takeWaitingAction(token: string | undefined): string | undefined {
  const waiting = readStored('sessionStorage', key)
  writeStored('sessionStorage', key, undefined)
  const isThis = isWaiting(waiting) && waiting.token === token && Date.now() - waiting.at < oldest
  return isThis ? waiting.action : undefined
}

function isWaiting(stored: unknown): stored is Waiting {
  const { action, token, at } = Object(stored) as Partial<Waiting>
  return typeof action === 'string' && typeof token === 'string' && typeof at === 'number'
}

const useWantedAction = create<{ action: string | undefined }>(() => ({ action: undefined }))

/** Sets the action that is resumed as soon as possible, or none. */
export function setResumedAction(action: string | undefined): void {
  useWantedAction.setState({ action })
}

/**
 * Resumes an action after a sign-in, once, as soon as its requirements are there. `isPossible` is
 * `undefined` while that is not known, and false when it will never be possible. Returns whether
 * the action is still waiting.
 */
export function useResumedAction(
  action: string,
  isPossible: boolean | undefined,
  act: () => void,
): boolean {
  const isWanted = useWantedAction((wanted) => wanted.action === action)
  const doIt = useEffectEvent(() => {
    if (useWantedAction.getState().action !== action) return
    setResumedAction(undefined)
    if (isPossible) act()
  })
  useEffect(() => {
    if (!isWanted || isPossible === undefined) return
    // A field that has just received its file is rendered with it first.
    const timer = setTimeout(doIt)
    return () => clearTimeout(timer)
  }, [isWanted, isPossible])
  return isWanted && isPossible !== false
}
