import type { FramePlan } from '../pixels/frame.ts'
import { applyMask } from '../pixels/mask.ts'
import { seamMask } from '../pixels/paste-back.ts'
import type { Mask, Pixels, Rect } from '../pixels/pixels.ts'
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
 * something, with a soft edge. Without a mask it is the whole part that was sent.
 */
export function resultLayer(result: Pixels, { plan, mask, seam }: Job): Pixels {
  const scaled = resizePixels(result, plan.crop)
  if (!scaled) throw new Error('Nothing cancels this')
  return mask ? applyMask(scaled, seamMask(mask, seam)) : scaled
}
