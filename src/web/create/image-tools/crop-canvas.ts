import {
  extendedBounds,
  type Frame,
  type ImageEdit,
  pixelFrame,
  reachesOutside,
  turnedSize,
  wholeFrame,
} from './frame.ts'

/** The most pixels of a canvas that phones have memory for; larger results are scaled down. */
const maxPixels = 16_777_216

const quality = 0.95

/** Opens an image, turned as its camera recorded. Rejects where the browser cannot. */
export async function openImage(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  if (image.naturalWidth === 0) throw new Error('An image without pixels')
  return image
}

/** Fills what is outside of the image: a colour that no model takes for a light or a shadow. */
export const emptyColor = '#808080'

/** How much of the image a mask of an extension covers at its edges, so that no seam stays. */
const overlap = 0.02

/**
 * The part of an image that an edit keeps, as a file: a PNG of a PNG, a WebP of a format that may
 * be transparent, otherwise a JPEG. `mask`: where the frame reaches beyond the image, a PNG of the
 * same size, white where something is to be painted. Rejects where the browser has no memory for it.
 */
export async function cropImage(
  image: HTMLImageElement,
  edit: ImageEdit,
  original: { name: string; type: string },
): Promise<{ file: File; mask: File | undefined }> {
  const source = { width: image.naturalWidth, height: image.naturalHeight }
  const shown = turnedSize(source, edit.turns)
  const isExtended = reachesOutside(edit.frame, shown)
  const frame = pixelFrame(edit.frame, isExtended ? extendedBounds(shown) : wholeFrame(shown))
  const name = original.name.replace(/\.[^.]*$/, '')
  const file = await drawFrame(frame, `${name}-edited`, formatFor(original.type), (context) => {
    if (isExtended) {
      context.fillStyle = emptyColor
      context.fillRect(frame.x, frame.y, frame.width, frame.height)
      context.clearRect(0, 0, shown.width, shown.height)
    }
    context.translate(shown.width / 2, shown.height / 2)
    if (edit.isMirrored) context.scale(-1, 1)
    context.rotate((edit.turns * Math.PI) / 2)
    context.drawImage(image, -source.width / 2, -source.height / 2)
  })
  if (!isExtended) return { file, mask: undefined }
  const mask = await drawFrame(frame, 'mask', 'image/png', (context) => {
    context.fillStyle = 'white'
    context.fillRect(frame.x, frame.y, frame.width, frame.height)
    context.fillStyle = 'black'
    const inset = Math.ceil(Math.min(shown.width, shown.height) * overlap)
    const left = frame.x < 0 ? inset : 0
    const top = frame.y < 0 ? inset : 0
    const right = shown.width - (frame.x + frame.width > shown.width ? inset : 0)
    const bottom = shown.height - (frame.y + frame.height > shown.height ? inset : 0)
    context.fillRect(left, top, right - left, bottom - top)
  })
  return { file, mask }
}

/** Draws what is in a frame, in the coordinates of the image, and encodes it. */
async function drawFrame(
  frame: Frame,
  name: string,
  format: string,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<File> {
  const scale = Math.min(1, Math.sqrt(maxPixels / (frame.width * frame.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(frame.width * scale))
  canvas.height = Math.max(1, Math.floor(frame.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  context.scale(canvas.width / frame.width, canvas.height / frame.height)
  context.translate(-frame.x, -frame.y)
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, quality))
  // Frees the memory now: phones have little of it for canvases.
  canvas.width = 0
  if (!blob) throw new Error('The canvas could not be encoded')
  // Where a browser cannot write a format, it writes PNG.
  const ending = blob.type.replace('image/', '').replace('jpeg', 'jpg')
  return new File([blob], `${name}.${ending}`, { type: blob.type })
}

function formatFor(type: string): string {
  if (type === 'image/png') return type
  return type === 'image/webp' || type === 'image/avif' ? 'image/webp' : 'image/jpeg'
}
