/** How long after each failure an image is fetched again, in ms; after the last one no more. */
const pausesMs = [2_000, 8_000, 30_000]

const failures = new WeakMap<HTMLImageElement, number>()

/**
 * Fetches media again that failed to load, which no browser does by itself: images a few times
 * after a pause, and all media when the connection returns. Call once at the start of the page.
 */
export function startReloadingMedia(): void {
  // These events do not bubble, but are captured on their way down.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement)) return
      const count = failures.get(target) ?? 0
      failures.set(target, count + 1)
      const pause = pausesMs[count]
      if (pause !== undefined) setTimeout(reloadImage, pause, target, target.src)
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
  addEventListener('online', reloadMedia)
}

/** Fetches all images, videos and audio of the page again that failed to load. */
export function reloadMedia(): void {
  for (const image of document.images) reloadImage(image, image.src)
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio'))
    if (media.error) reloadAtPosition(media)
}

function reloadImage(image: HTMLImageElement, src: string): void {
  const isMissing = image.complete && image.naturalWidth === 0
  if (image.isConnected && src && image.src === src && isMissing) image.src = src
}

/** Loading begins at 0 and pauses, so a connection lost during playback needs both restored. */
function reloadAtPosition(media: HTMLMediaElement): void {
  const { currentTime, paused } = media
  media.load()
  if (currentTime > 0) media.currentTime = currentTime
  if (!paused) media.play().catch(() => undefined)
}
