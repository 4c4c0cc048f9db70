import type { FramePlan } from '../pixels/frame.ts'
import { applyMask } from '../pixels/mask.ts'
import { seamMask } from '../pixels/paste-back.ts'
import { createMask, cropMask, type Mask, type Pixels, type Rect } from '../pixels/pixels.ts'
import { resizePixels } from '../pixels/resize.ts'

/** How a result is put back: pixels of the document that the mask grows, and its soft edge. */
export type SeamSettings = { grow: number; feather: number; padding: number }

/**
 * What is generated: the part of the document that the model sees (`plan.crop`), and the mask of what
 * may change in it; `null`: all of the frame.
 */
export type Job = { frame: Rect; plan: FramePlan; mask: Mask | null; seam: SeamSettings }

/**
 * The layer that shows a result: at its place on the document, opaque only where it may change
 * something, with a soft edge. Without a mask that is the frame.
 */
export function resultLayer(result: Pixels, { frame, plan, mask, seam }: Job): Pixels {
  const scaled = resizePixels(result, plan.crop)
  if (!scaled) throw new Error('Nothing cancels this')
  return applyMask(scaled, mask ? seamMask(mask, seam) : maskOfFrame(frame, plan.crop))
}

/** What was sent is larger than the frame where the model takes no image of its shape. */
function maskOfFrame(frame: Rect, crop: Rect): Mask {
  const mask = createMask(frame)
  mask.data.fill(255)
  return cropMask(mask, { ...crop, x: crop.x - frame.x, y: crop.y - frame.y })
}
