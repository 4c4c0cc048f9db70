import { create } from 'zustand'
import { readStored, writeStored } from './browser-storage.ts'

const key = 'atelier.browser-settings'

/** What is set for this browser alone, not for the account. */
export type BrowserSettings = {
  /** Whether downloaded files contain the settings that made them. */
  embedSettings: boolean
  /** Whether a short tone is played when a job ends that is not in view. */
  tone: boolean
  /** Whether the system shows a notification then, as far as the browser permits it. */
  notify: boolean
  /** Whether the studio sends this browser messages while no page is open. */
  push: boolean
}

const defaults: BrowserSettings = { embedSettings: true, tone: false, notify: false, push: false }

const useStore = create<BrowserSettings>(readSettings)

/** The settings of this browser, also after another tab has changed them. */
export function useBrowserSettings(): BrowserSettings {
  return useStore()
}

/** The settings of this browser, outside of components. */
export function browserSettings(): BrowserSettings {
  return useStore.getState()
}

/** Whether downloaded files contain the settings that made them. */
export function embedsSettings(): boolean {
  return browserSettings().embedSettings
}

/** Changes settings of this browser, in all of its tabs. */
export function changeBrowserSettings(change: Partial<BrowserSettings>): void {
  useStore.setState(change)
  writeStored('localStorage', key, useStore.getState())
}

function readSettings(): BrowserSettings {
  const stored = readStored('localStorage', key)
  const known = typeof stored === 'object' && stored !== null ? stored : {}
  const read = (name: keyof BrowserSettings) => {
    const value = (known as Record<string, unknown>)[name]
    return typeof value === 'boolean' ? value : defaults[name]
  }
  return {
    ...{ embedSettings: read('embedSettings'), tone: read('tone') },
    ...{ notify: read('notify'), push: read('push') },
  }
}

if (typeof addEventListener === 'function')
  addEventListener('storage', (event: StorageEvent) => {
    if (event.key === key) useStore.setState(readSettings())
  })
