import Bowser from 'bowser'

export type Device = {
  /** As its maker calls it; `undefined` when unknown. */
  browser: string | undefined
  /** The system, or the device where its name says more (iPhone). */
  system: string | undefined
  form: 'computer' | 'phone' | 'tablet'
}

/** The browser and the system in a user agent. */
export function parseDevice(userAgent: string | null): Device {
  // The library throws for an empty one.
  if (!userAgent) return { browser: undefined, system: undefined, form: 'computer' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const isHandheld = platform.type === 'mobile' || platform.type === 'tablet'
  const system = isHandheld && platform.vendor === 'Apple' ? platform.model : os.name
  return {
    browser: browser.name || undefined,
    system: system || undefined,
    form: isHandheld ? (platform.type === 'tablet' ? 'tablet' : 'phone') : 'computer',
  }
}
