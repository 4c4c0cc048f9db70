/** How long after each failure an image is fetched again, in ms; after the last one no more. */
const pausesMs = [2_000, 8_000, 30_000]

const failures = new WeakMap<HTMLImageElement, number>()

/**
 * Fetches images again that did not arrive, which no browser does by itself: a few times after a
 * pause, and when the connection is back. Call once at the start of the page.
 */
export function startReloadingImages(): void {
  // These events do not bubble, but are captured on their way down.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement)) return
      const count = failures.get(target) ?? 0
      failures.set(target, count + 1)
      const pause = pausesMs[count]
      if (pause !== undefined) setTimeout(reload, pause, target, target.src)
    },
    { capture: true },
  )
  addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) failures.delete(target)
    },
    { capture: true },
  )
  addEventListener('online', reloadImages)
}

/** Fetches all images of the page again that did not arrive. */
export function reloadImages(): void {
  for (const image of document.images) reload(image, image.src)
}

function reload(image: HTMLImageElement, src: string): void {
  const isMissing = image.complete && image.naturalWidth === 0
  if (image.isConnected && src && image.src === src && isMissing) image.src = src
}
