import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { readStored, writeStored } from './browser-storage.ts'

/**
 * An action that signing in came in between, in this tab. `token`: the address one comes back to
 * bears it, too.
 */
type Waiting = { action: string; token: string; at: number }

const key = 'atelier.go-on'

/** The parameter of the address one comes back to. */
export const goOnParameter = 'go_on'

/**
 * Nobody takes longer to sign in, in ms. Whoever comes back later is asked to press the button
 * again.
 */
const oldest = 3_600_000

/**
 * Remembers an action until its owner comes back from signing in. Answers the own path to come back
 * to.
 */
export function waitToGoOn(action: string, returnTo: string): string {
  const token = crypto.getRandomValues(new Uint32Array(4)).join('-')
  writeStored('sessionStorage', key, { action, token, at: Date.now() } satisfies Waiting)
  const url = new URL(returnTo, location.origin)
  url.searchParams.set(goOnParameter, token)
  return url.pathname + url.search + url.hash
}

/**
 * The action that somebody has just come back for: the token of their address is the one this tab
 * waits with. Given once: whatever waited is forgotten, also when somebody came another way.
 * `undefined`: nothing was waiting for this.
 */
export function takeWaiting(token: string | undefined): string | undefined {
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

/** What goes on as soon as it can, or nothing any more. */
export function goOnWith(action: string | undefined): void {
  useWantedAction.setState({ action })
}

/**
 * Does, once, what somebody wanted before they signed in, as soon as everything for it is there.
 * `isPossible` is `undefined` while that is not known, and false when it will not be. Answers
 * whether it is still to come.
 */
export function useGoOn(action: string, isPossible: boolean | undefined, act: () => void): boolean {
  const isWanted = useWantedAction((wanted) => wanted.action === action)
  const doIt = useEffectEvent(() => {
    if (useWantedAction.getState().action !== action) return
    goOnWith(undefined)
    if (isPossible) act()
  })
  useEffect(() => {
    if (!isWanted || isPossible === undefined) return
    // A field that was just given its file is drawn with it first.
    const timer = setTimeout(doIt)
    return () => clearTimeout(timer)
  }, [isWanted, isPossible])
  return isWanted && isPossible !== false
}
