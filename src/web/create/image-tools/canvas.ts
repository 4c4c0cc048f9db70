import type { Size } from './fit.ts'
import { type Point, type Step, visible } from './steps.ts'

/** The colour of the mask while it is painted; what is saved is black and white. */
const paintColor = 'rgb(255 122 26)'

/** Creates a canvas in memory. Throws where the browser has no memory for it. */
function newCanvas({ width, height }: Size): {
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
} {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  return { canvas, context }
}

/** Draws the mask after these steps, beginning with the previous mask, if any. */
export function drawSteps(
  context: CanvasRenderingContext2D,
  done: readonly Step[],
  base: CanvasImageSource | undefined,
): void {
  const { width, height } = context.canvas
  const { steps, fromBase } = visible(done)
  context.clearRect(0, 0, width, height)
  if (fromBase && base) context.drawImage(base, 0, 0, width, height)
  for (const step of steps) {
    if (step.kind === 'invert') invert(context)
    if (step.kind === 'stroke') drawStroke(context, step, 0)
  }
}

/**
 * Draws a stroke from one of its points on, so that a growing line is not drawn again each time.
 */
export function drawStroke(
  context: CanvasRenderingContext2D,
  { tool, size, points }: Extract<Step, { kind: 'stroke' }>,
  from: number,
): void {
  context.save()
  context.globalCompositeOperation = tool === 'brush' ? 'source-over' : 'destination-out'
  context.strokeStyle = paintColor
  context.lineCap = 'round'
  for (const [index, point] of points.entries()) {
    if (index >= from) drawSegment(context, points[index - 1] ?? point, point, size)
  }
  context.restore()
}

function drawSegment(context: CanvasRenderingContext2D, from: Point, to: Point, size: number) {
  context.lineWidth = Math.max(1, size * to.force)
  context.beginPath()
  context.moveTo(from.x, from.y)
  // A line of no length is drawn as a dot.
  context.lineTo(to.x, to.y)
  context.stroke()
}

function invert(context: CanvasRenderingContext2D) {
  context.save()
  context.globalCompositeOperation = 'source-out'
  context.fillStyle = paintColor
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.restore()
}

/** The painted share of a mask, 0 to 1. */
export function coverage(mask: HTMLCanvasElement): number {
  const { context } = newCanvas({ width: 64, height: 64 })
  context.drawImage(mask, 0, 0, 64, 64)
  const { data } = context.getImageData(0, 0, 64, 64)
  let sum = 0
  for (let index = 3; index < data.length; index += 4) sum += data[index] ?? 0
  return sum / (64 * 64 * 255)
}

/**
 * The mask as a file: a PNG of the image's size, white where it is painted and black elsewhere,
 * nothing in between.
 */
export async function maskFile(mask: HTMLCanvasElement): Promise<File> {
  const { canvas, context } = newCanvas(mask)
  context.drawImage(mask, 0, 0)
  const pixels = context.getImageData(0, 0, mask.width, mask.height)
  for (let index = 0; index < pixels.data.length; index += 4) {
    pixels.data.fill((pixels.data[index + 3] ?? 0) >= 128 ? 255 : 0, index, index + 3)
    pixels.data[index + 3] = 255
  }
  context.putImageData(pixels, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no mask')
  return new File([blob], 'mask.png', { type: 'image/png' })
}

/** A saved mask for painting: its white in the paint's colour, its black transparent. */
export function maskFromFile(saved: CanvasImageSource, size: Size): HTMLCanvasElement {
  const { canvas, context } = newCanvas(size)
  context.drawImage(saved, 0, 0, size.width, size.height)
  const pixels = context.getImageData(0, 0, size.width, size.height)
  for (let index = 0; index < pixels.data.length; index += 4)
    pixels.data[index + 3] = pixels.data[index] ?? 0
  context.putImageData(pixels, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = paintColor
  context.fillRect(0, 0, size.width, size.height)
  return canvas
}

/**
 * An image, or the first frame of a video, as a canvas of its own size. Rejects when the browser
 * cannot open it.
 */
export async function loadMedia(address: string, isVideo: boolean): Promise<HTMLCanvasElement> {
  return isVideo ? loadFirstFrame(address) : loadImage(address)
}

export async function loadImage(address: string): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  const { canvas, context } = newCanvas({ width: image.naturalWidth, height: image.naturalHeight })
  context.drawImage(image, 0, 0)
  return canvas
}

async function loadFirstFrame(address: string): Promise<HTMLCanvasElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  // Phones decode no frame of a video that was not played unless a position is set.
  video.src = `${address}#t=0.001`
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  video.onloadeddata = () => resolve()
  video.onerror = () => reject(video.error)
  video.load()
  await promise
  const { canvas, context } = newCanvas({ width: video.videoWidth, height: video.videoHeight })
  context.drawImage(video, 0, 0)
  video.removeAttribute('src')
  video.load()
  return canvas
}
