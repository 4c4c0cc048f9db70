import sharp from 'sharp'
import type { Bitmap } from './canvas/develop.ts'
import { smoothstep } from './noise.ts'
import { evenRamp, type Light } from './oklch.ts'
import { paintingStyleOf } from './painting-style.ts'
import type { Palette } from './palette.ts'
import { planImage } from './plan-image.ts'
import { encodeImage, type ImageRequest, renderBitmap, type Size } from './render-image.ts'

export type EditRequest = Omit<ImageRequest, 'width' | 'height'> & {
  /** The files of the input images, at least one. */
  images: readonly Uint8Array[]
  /**
   * The requested shape: its pixels, or width over height. Otherwise the shape of the first image.
   */
  shape?: Size | number
  /**
   * How much of the first image is replaced: 0 nothing to 1 nearly everything. An edit keeps most
   * of it.
   */
  strength?: number
}

export type EditedImage = Size & { data: Uint8Array }

const mostPixels = 1024 * 1024

/**
 * The input images in the light and colours that the prompt names, with a little of the image that
 * the prompt alone would give. Several are placed side by side and blend into each other. The same
 * request gives the same bytes.
 */
export async function editImage({
  images,
  shape,
  strength,
  ...request
}: EditRequest): Promise<EditedImage> {
  const [first, ...others] = images
  if (!first) throw new Error('There is no picture to edit')
  const size = sizeOf(await uprightSize(first), shape)
  const loaded = await Promise.all(others.map((file) => loadImage(file, size)))
  const edited = mergeBeside([await loadImage(first, size), ...loaded])
  await transform(edited, { ...request, ...size }, strength ?? 0.4)
  return { ...size, data: new Uint8Array(await encodeImage(edited, request.format)) }
}

async function transform(edited: Bitmap, request: ImageRequest, strength: number): Promise<void> {
  const { palette } = planImage({ index: 0, ...request, manner: paintingStyleOf(request).name })
  regrade(edited, palette, 0.25 + 0.55 * strength)
  const scene = await renderBitmap(request)
  lightBy(edited, scene, 0.3 + 0.4 * strength)
  layOver(edited, scene, 0.06 + 0.5 * strength ** 3)
}

/**
 * The pixels of the result: the requested ones, or the image's own area, of a million at most, in
 * the requested shape.
 */
function sizeOf(image: Size, shape: Size | number = image.width / image.height): Size {
  if (typeof shape !== 'number') return shape
  const area = Math.min(mostPixels, image.width * image.height)
  const width = Math.max(1, Math.round(Math.sqrt(area * shape)))
  return { width, height: Math.max(1, Math.round(width / shape)) }
}

/** Lays one bitmap over another of the same size, in place; `share` 1 replaces it. */
function layOver({ data }: Bitmap, over: Bitmap, share: number): void {
  for (let at = 0; at < data.length; at++) {
    const under = data[at] as number
    data[at] = under + ((over.data[at] as number) - under) * share
  }
}

/**
 * Lights one bitmap by another of the same size, in place: bright over makes brighter, dark over
 * makes darker.
 */
function lightBy({ data }: Bitmap, over: Bitmap, share: number): void {
  for (let at = 0; at < data.length; at++) {
    const under = (data[at] as number) / 255
    const light = (over.data[at] as number) / 255
    const lit = under + (2 * light - 1) * under * (1 - under)
    data[at] = 255 * (under + (lit - under) * share)
  }
}

/**
 * Bitmaps of one size beside each other as one: each has its share of the width, and they run into
 * each other.
 */
function mergeBeside(bitmaps: readonly [Bitmap, ...Bitmap[]]): Bitmap {
  const [{ width, height }] = bitmaps
  const data = new Uint8ClampedArray(bitmaps[0].data)
  bitmaps.slice(1).forEach((bitmap, before) => {
    const edge = (before + 1) / bitmaps.length
    for (let at = 0; at < data.length; at++) {
      const column = Math.floor(at / 3) % width
      const share = smoothstep(edge - 0.09, edge + 0.09, column / width)
      if (share > 0)
        data[at] = (data[at] as number) * (1 - share) + (bitmap.data[at] as number) * share
    }
  })
  return { width, height, data }
}

/**
 * Moves a bitmap's colours towards a palette, in place: each tone gets the palette's colour of its
 * lightness, and keeps that lightness. `share` 0 leaves everything, 1 leaves only the lightness of
 * the original.
 */
function regrade({ data }: Bitmap, { deep, shade, mid, haze, glow }: Palette, share: number): void {
  const ramp = evenRamp(...[deep, shade, mid, haze, glow].map(display))
  const tone = new Float64Array(3)
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const light = lightness(red, green, blue)
    ramp(light / 255, tone)
    const lift =
      light / Math.max(1, lightness(tone[0] as number, tone[1] as number, tone[2] as number))
    const evened = 0.45 + 0.55 * lift
    data[at] = red + ((tone[0] as number) * evened - red) * share
    data[at + 1] = green + ((tone[1] as number) * evened - green) * share
    data[at + 2] = blue + ((tone[2] as number) * evened - blue) * share
  }
}

const lightness = (red: number, green: number, blue: number) =>
  red * 0.299 + green * 0.587 + blue * 0.114

/** A colour as display values, 0 to 255. */
function display(light: Light): Light {
  const [red, green, blue] = light.map((part) => 255 * Math.min(1, part) ** (1 / 2.2))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/**
 * An image file as a bitmap of this size: turned upright, cut to the shape, on white where it is
 * transparent.
 */
export async function loadImage(file: Uint8Array, { width, height }: Size): Promise<Bitmap> {
  const { data } = await sharp(file)
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}

/** The size of an image file in pixels, upright. Throws when it is no image. */
export async function uprightSize(file: Uint8Array): Promise<Size> {
  const { autoOrient } = await sharp(file).metadata()
  return autoOrient
}
