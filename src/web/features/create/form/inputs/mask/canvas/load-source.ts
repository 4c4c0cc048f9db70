import { newCanvas } from './draw.ts'

/**
 * A picture, or the first frame of a film, as a canvas of its own size. Rejects when the browser
 * cannot open it.
 */
export async function loadSource(address: string, isFilm: boolean): Promise<HTMLCanvasElement> {
  return isFilm ? firstFrame(address) : loadPicture(address)
}

export async function loadPicture(address: string): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  const { canvas, context } = newCanvas({ width: image.naturalWidth, height: image.naturalHeight })
  context.drawImage(image, 0, 0)
  return canvas
}

async function firstFrame(address: string): Promise<HTMLCanvasElement> {
  const film = document.createElement('video')
  film.muted = true
  film.playsInline = true
  film.preload = 'auto'
  // Phones decode nothing of a film that was not played unless a moment is named.
  film.src = `${address}#t=0.001`
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  film.onloadeddata = () => resolve()
  film.onerror = () => reject(film.error)
  film.load()
  await promise
  const { canvas, context } = newCanvas({ width: film.videoWidth, height: film.videoHeight })
  context.drawImage(film, 0, 0)
  film.removeAttribute('src')
  film.load()
  return canvas
}
