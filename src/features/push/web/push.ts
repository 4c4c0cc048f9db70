import { signedInHint } from '#core/history/contract/browser-state.ts'
import { request } from '#web/lib/api.ts'
import { browserSettings, changeBrowserSettings } from '#web/lib/browser/browser-settings.ts'
import { readCookie } from '#web/lib/browser/browser-storage.ts'
import { registerServiceWorker } from '#web/lib/browser/service-worker.ts'
import { whenIdle } from '#web/lib/browser/when-idle.ts'
import { currentLocale } from '#web/lib/locale.ts'

/** Whether this browser may get messages; `unsupported`: it has no push, as on iOS in a tab. */
export type PushState = NotificationPermission | 'unsupported'

export function pushState(): PushState {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return isSupported ? Notification.permission : 'unsupported'
}

/**
 * Switches messages on or off that the studio sends this browser while no page of it is open. Call
 * it only for a press of a control: the browser asks for the permission. Throws where the browser's
 * push service or the studio does not answer; nothing has changed then.
 */
export async function switchPush(isWanted: boolean): Promise<PushState> {
  // Asked before the wait below: the browser answers for a press that was a moment ago.
  const permission = isWanted ? await Notification.requestPermission() : pushState()
  return await oneAtATime(() => applySwitch(isWanted, permission))
}

async function applySwitch(isWanted: boolean, permission: PushState): Promise<PushState> {
  if (!isWanted) {
    await request('DELETE', '/api/account/push')
    changeBrowserSettings({ push: false })
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    return permission
  }
  if (permission !== 'granted') return permission
  await subscribe(true)
  changeBrowserSettings({ push: true })
  return permission
}

/**
 * Subscribes this browser again where messages are wanted and it lost its subscription, or was
 * signed out since. Call once at the start.
 */
export function startPush(): void {
  if (readCookie(signedInHint) === undefined || !browserSettings().push) return
  if (pushState() === 'granted') whenIdle(() => void resubscribe().catch(() => undefined))
}

async function resubscribe(): Promise<void> {
  await oneAtATime(async () => {
    // It may have been switched off since the page was loaded.
    if (browserSettings().push) await subscribe(false)
  })
}

/**
 * Runs one change of this browser's subscription after the other, those of other tabs included: a
 * subscription on its way would otherwise arrive after the request that ends it.
 */
function oneAtATime<T>(change: () => Promise<T>): Promise<T> {
  return navigator.locks.request('push', change)
}

/** Subscribes this browser, unless it is and `isForced` is false. */
async function subscribe(isForced: boolean): Promise<void> {
  const registration = await registerServiceWorker()
  if (!registration) throw new Error('this browser has no service workers')
  await navigator.serviceWorker.ready
  const known = await request('GET', '/api/account/push')
  const earlier = await registration.pushManager.getSubscription()
  if (known.is_subscribed && earlier && !isForced) return
  // It may belong to another account that was signed in here: that one must not reach it any more.
  await earlier?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: known.public_key,
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh, auth }, language: currentLocale() }
  await request('PUT', '/api/account/push', { body })
}
