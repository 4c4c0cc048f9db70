/** Which frame: by its time in seconds, or the last one. */
export type FrameTime = number | 'last'

/** Longer than this in ms, and the video counts as unreadable. */
const patienceMs = 30_000

/**
 * Reads one frame of a video as a PNG of the video's size. The whole file is fetched first, so that
 * a file of another server does not taint the canvas. Throws when it cannot be fetched or decoded.
 */
export async function readFrame(address: string, time: FrameTime): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const local = URL.createObjectURL(await response.blob())
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = local
    await arrival(video, 'loadeddata')
    // Browsers show the last frame for the very end of a video.
    const wanted = time === 'last' ? video.duration : Math.min(time, video.duration)
    if (wanted !== video.currentTime) {
      video.currentTime = wanted
      await arrival(video, 'seeked')
    }
    return await drawPng(video)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(local)
  }
}

function arrival(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: string) => () => reject(new Error(`The video ${reason}`))
  const timer = setTimeout(fail('took too long'), patienceMs)
  video.addEventListener(name, () => resolve(), { once: true })
  video.addEventListener('error', fail('cannot be decoded'), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

async function drawPng(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The frame could not be drawn')
  return png
}
