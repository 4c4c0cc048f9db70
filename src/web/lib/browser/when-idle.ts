/**
 * Calls `act` once the page is loaded and idle, or after 2 s where the browser has no idle
 * callback.
 */
export function whenIdle(act: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5_000 })
    else setTimeout(act, 2_000)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
