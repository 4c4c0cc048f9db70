import type { Mask, Pixels } from '../pixels/pixels.ts'
import type { Adjustment } from './adjustments.ts'

export type AdjustRequest = { pixels: Pixels; adjustment: Adjustment; mask?: Mask }
export type AdjustAnswer = { pixels: Pixels }

/**
 * Adjusts an image in a worker, which takes the buffers with it. Throws where the worker fails, and
 * the signal's reason once it is aborted: the worker is ended at once.
 */
export function adjustInWorker(request: AdjustRequest, signal: AbortSignal): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./adjust-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', abort)
    }
    const abort = () => {
      end()
      reject(signal.reason)
    }
    const fail = (event: Event) => {
      event.preventDefault()
      end()
      reject(new Error('The worker of the adjustments failed'))
    }
    signal.addEventListener('abort', abort)
    worker.addEventListener('error', fail)
    worker.addEventListener('messageerror', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<AdjustAnswer>) => {
      end()
      resolve(data.pixels)
    })
    const { pixels, mask } = request
    const transfer = [pixels.data.buffer, ...(mask ? [mask.data.buffer] : [])]
    try {
      worker.postMessage(request, transfer)
    } catch (error) {
      end()
      reject(error)
    }
  })
}
