import { readStored, writeStored } from '../browser/browser-storage.ts'

const key = 'atelier.noticed-jobs'

/** Jobs that ended before these are no longer reported by any tab. */
const maxKept = 50

/** The lock that every visible tab of the studio shares. */
const visibleTabs = 'atelier.visible-tabs'

/**
 * Whether this tab is the one that reports the end of a job by a tone or a notification: the first
 * that asks, and a hidden tab only while no other is visible. Without Web Locks each tab reports.
 */
export async function claimNotice(id: string): Promise<boolean> {
  const { locks } = navigator
  if (!locks) return true
  if (document.hidden) {
    const { held = [] } = await locks.query()
    if (held.some(({ name }) => name === visibleTabs)) return false
  }
  return locks.request('atelier.notices', () => {
    const noticed = readNoticed()
    if (noticed.includes(id)) return false
    writeStored('localStorage', key, [id, ...noticed].slice(0, maxKept))
    return true
  })
}

function readNoticed(): string[] {
  const stored = readStored('localStorage', key)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** Lets the other tabs know while this one is visible, until the returned function is called. */
export function shareVisibility(): () => void {
  let release: (() => void) | undefined
  const follow = () => {
    release?.()
    release = undefined
    if (document.hidden || !navigator.locks) return
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    void navigator.locks.request(visibleTabs, { mode: 'shared' }, () => promise)
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    release?.()
  }
}

/** Whether the system may show notifications; `unsupported`: this browser has none for pages. */
export type NotificationState = NotificationPermission | 'unsupported'

export function notificationState(): NotificationState {
  if (typeof Notification === 'undefined') return 'unsupported'
  const { permission } = Notification
  if (permission === 'granted') return permission
  canConstruct ??= isConstructor()
  return canConstruct ? permission : 'unsupported'
}

let canConstruct: boolean | undefined

/** On phones the constructor throws: there only service workers show notifications. */
function isConstructor(): boolean {
  try {
    // Without the permission nothing is shown.
    new Notification('')
    return true
  } catch {
    return false
  }
}

/**
 * Lets the browser ask for the permission. Call it only for a press of a button. Returns what was
 * answered.
 */
export async function requestNotifications(): Promise<NotificationState> {
  return notificationState() === 'unsupported' ? 'unsupported' : Notification.requestPermission()
}

type Notice = { title: string; body: string; icon: string | undefined; onOpen: () => void }

/** Shows a notification of the system, once for each tag. Does nothing where there can be none. */
export function showNotification(tag: string, { title, body, icon, onOpen }: Notice): void {
  if (notificationState() !== 'granted') return
  try {
    const notification = new Notification(title, { body, tag, ...(icon && { icon }) })
    notification.onclick = () => {
      notification.close()
      window.focus()
      onOpen()
    }
  } catch {
    // Browsers of phones show notifications of service workers only.
  }
}

/** The two notes of the tone, in Hz, and when each begins, in seconds. */
const notes = [
  { frequency: 587.33, at: 0 },
  { frequency: 880, at: 0.12 },
]

/** How long a note is, in seconds, and how loud: 1 is the loudest. */
const noteLength = 0.35
const loudness = 0.06

/** Plays a short quiet tone, where the browser lets this page play one. Never throws. */
export async function playTone(): Promise<void> {
  try {
    const audio = new AudioContext()
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
    if (audio.state !== 'running') return void audio.close()
    for (const { frequency, at } of notes) {
      const start = audio.currentTime + at
      const oscillator = new OscillatorNode(audio, { type: 'sine', frequency })
      const gain = new GainNode(audio, { gain: 0 })
      gain.gain.setValueAtTime(0, start)
      gain.gain.linearRampToValueAtTime(loudness, start + 0.02)
      gain.gain.exponentialRampToValueAtTime(0.0001, start + noteLength)
      oscillator.connect(gain).connect(audio.destination)
      oscillator.start(start)
      oscillator.stop(start + noteLength)
    }
    setTimeout(() => void audio.close(), 1_000)
  } catch {
    // A browser without audio reports the end by the title alone.
  }
}
