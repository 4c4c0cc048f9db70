import type { Bitmap } from '../canvas/develop.ts'
import { mannerOf } from '../manner.ts'
import { planPicture } from '../plan.ts'
import { finishPicture, type PictureRequest, renderBitmap } from '../render-picture.ts'
import { layOver, lightBy, mergeBeside } from './blend.ts'
import { loadPicture, type Size, uprightSize } from './load-picture.ts'
import { regrade } from './regrade.ts'

export type EditRequest = Omit<PictureRequest, 'width' | 'height'> & {
  /** The files of the pictures to start from, one at least. */
  pictures: readonly Uint8Array[]
  /**
   * The shape asked for: its pixels, or width over height. Otherwise the shape of the first
   * picture.
   */
  shape?: Size | number
  /**
   * How much of the first picture goes: 0 nothing to 1 nearly everything. An edit keeps most of it.
   */
  strength?: number
}

export type EditedPicture = Size & { data: Uint8Array }

const mostPixels = 1024 * 1024

/**
 * The given pictures in the light and the colours that the prompt's words speak of, with a breath
 * of the picture that they would make alone. Several stand side by side and run into each other.
 * The same request gives the same bytes.
 */
export async function editPicture({
  pictures,
  shape,
  strength,
  ...request
}: EditRequest): Promise<EditedPicture> {
  const [first, ...others] = pictures
  if (!first) throw new Error('There is no picture to edit')
  const size = sizeOf(await uprightSize(first), shape)
  const loaded = await Promise.all(others.map((file) => loadPicture(file, size)))
  const edited = mergeBeside([await loadPicture(first, size), ...loaded])
  await transform(edited, { ...request, ...size }, strength ?? 0.4)
  return { ...size, data: new Uint8Array(await finishPicture(edited, request.format)) }
}

async function transform(edited: Bitmap, request: PictureRequest, strength: number): Promise<void> {
  const { palette } = planPicture({ index: 0, ...request, manner: mannerOf(request).name })
  regrade(edited, palette, 0.25 + 0.55 * strength)
  const scene = await renderBitmap(request)
  lightBy(edited, scene, 0.3 + 0.4 * strength)
  layOver(edited, scene, 0.06 + 0.5 * strength ** 3)
}

/**
 * The pixels of the result: those asked for, or the picture's own area, of a million at most, in
 * the asked shape.
 */
function sizeOf(picture: Size, shape: Size | number = picture.width / picture.height): Size {
  if (typeof shape !== 'number') return shape
  const area = Math.min(mostPixels, picture.width * picture.height)
  const width = Math.max(1, Math.round(Math.sqrt(area * shape)))
  return { width, height: Math.max(1, Math.round(width / shape)) }
}
