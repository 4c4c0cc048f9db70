import type { AdjustAnswer, AdjustRequest } from './adjust-in-worker.ts'
import { adjustPixels } from './adjustments.ts'

// Adjusts one image, away from the page, which ends the worker to cancel it.
addEventListener('message', ({ data }: MessageEvent<AdjustRequest>) => {
  const { pixels, adjustment, mask } = data
  const result = adjustPixels(pixels, adjustment, mask)
  const answer: AdjustAnswer = { pixels: result }
  postMessage(answer, { transfer: [result.data.buffer] })
})
