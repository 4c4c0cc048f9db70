import { signedInHint } from '#core/history/contract/browser-state.ts'
import { readCookie } from './browser-storage.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Registers the service worker once the page is idle, where someone may be signed in or the studio
 * is installed as an app: a first visit fetches nothing for it. Call once at the start.
 */
export function startServiceWorker(): void {
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (isInstalled || readCookie(signedInHint) !== undefined)
    whenIdle(() => void registerServiceWorker().catch(() => undefined))
}

/** Returns the registration; `null`: this browser has none, as without HTTPS. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  return navigator.serviceWorker.register('/service-worker.js')
}
