import { extendEdges, type Margins } from '../pixels/extend.ts'
import { joinRects } from '../pixels/frame.ts'
import { invertMask, maskBounds, maskFromTransparency } from '../pixels/mask.ts'
import { type Corners, distort } from '../pixels/perspective.ts'
import {
  copyPixels,
  cropPixels,
  type Pixels,
  type Point,
  placePixels,
  type Rect,
} from '../pixels/pixels.ts'

/** Where an image is not transparent; `null`: nowhere. */
export const contentOf = (pixels: Pixels): Rect | null =>
  maskBounds(invertMask(maskFromTransparency(pixels)))

/**
 * Returns an image whose content goes on towards its edges, by at most the margins. `clamp`: its
 * outermost pixels are repeated; `mirror`: it is mirrored. Throws RangeError for margins out of range.
 */
export function extendContent(pixels: Pixels, margins: Margins, mode: 'clamp' | 'mirror'): Pixels {
  const content = contentOf(pixels)
  if (!content) return pixels
  const space: Margins = {
    left: Math.min(margins.left, content.x),
    top: Math.min(margins.top, content.y),
    right: Math.min(margins.right, pixels.width - content.x - content.width),
    bottom: Math.min(margins.bottom, pixels.height - content.y - content.height),
  }
  const extended = extendEdges(cropPixels(pixels, content), space, mode)
  const result = copyPixels(pixels)
  placePixels(result, extended, { x: content.x - space.left, y: content.y - space.top })
  return result
}

/** The corners of a rectangle, each moved by an offset: top left, top right, bottom right, bottom left. */
export function movedCorners({ x, y, width, height }: Rect, offsets: Corners): Corners {
  const [first, second, third, fourth] = offsets
  const move = (by: Point, right: number, down: number): Point => ({
    x: x + right + by.x,
    y: y + down + by.y,
  })
  return [
    move(first, 0, 0),
    move(second, width, 0),
    move(third, width, height),
    move(fourth, 0, height),
  ]
}

/** The smallest rectangle of whole pixels that contains a rectangle and its moved corners. */
export function rectWithCorners(rect: Rect, offsets: Corners): Rect {
  const corners = movedCorners(rect, offsets)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  const box = {
    x,
    y,
    width: Math.ceil(Math.max(...xs)) - x,
    height: Math.ceil(Math.max(...ys)) - y,
  }
  return joinRects(rect, box)
}

/**
 * Returns an image whose content is drawn in perspective, its corners moved by offsets in pixels. Throws
 * RangeError where three corners are on one line.
 */
export function distortContent(pixels: Pixels, offsets: Corners): Pixels {
  const content = contentOf(pixels)
  if (!content) return pixels
  const result = distort(cropPixels(pixels, content), movedCorners(content, offsets), pixels)
  if (!result) throw new Error('Nothing cancels this')
  return result
}
