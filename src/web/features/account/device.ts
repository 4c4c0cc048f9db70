import Bowser from 'bowser'

export type Device = {
  /** As its maker calls it; `undefined` where nothing is known. */
  browser: string | undefined
  /** The system, or the device where its name says more (iPhone). */
  system: string | undefined
  form: 'computer' | 'phone' | 'tablet'
}

/** What a browser's user agent says about where it runs. */
export function parseDevice(userAgent: string | null): Device {
  // The library refuses an empty one.
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
