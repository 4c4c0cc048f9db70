import { type ComputeAnswer, type ComputeRequest, transferOf } from './compute.ts'

/** A worker that has nothing to do; a next request does not wait for another one to start. */
let idle: { worker: Worker; timer: ReturnType<typeof setTimeout> } | undefined

/** How long a worker without requests is kept, in ms. */
const idleTime = 60_000

function takeWorker(): Worker {
  const kept = idle
  idle = undefined
  clearTimeout(kept?.timer)
  return (
    kept?.worker ?? new Worker(new URL('./canvas-worker.ts', import.meta.url), { type: 'module' })
  )
}

/** Keeps one worker for the next request. */
function keepWorker(worker: Worker): void {
  if (idle) {
    worker.terminate()
    return
  }
  const timer = setTimeout(() => {
    idle = undefined
    worker.terminate()
  }, idleTime)
  idle = { worker, timer }
}

/**
 * Computes what a request asks for in a worker, which takes the buffers of `transferOf` with it.
 * Throws where the worker fails, and the signal's reason once it is aborted: the worker is ended at
 * once.
 */
export function computeInWorker<Request extends ComputeRequest>(
  request: Request,
  signal: AbortSignal,
): Promise<ComputeAnswer<Request>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = takeWorker()
    const listeners = new AbortController()
    const options = { signal: listeners.signal }
    const end = (reason: unknown) => {
      listeners.abort()
      worker.terminate()
      reject(reason)
    }
    const fail = (event: Event) => {
      event.preventDefault()
      end(new Error('The worker of the canvas failed'))
    }
    signal.addEventListener('abort', () => end(signal.reason), options)
    worker.addEventListener('error', fail, options)
    worker.addEventListener('messageerror', fail, options)
    const answer = ({ data }: MessageEvent<ComputeAnswer<Request>>) => {
      listeners.abort()
      keepWorker(worker)
      resolve(data)
    }
    worker.addEventListener('message', answer, options)
    try {
      worker.postMessage(request, transferOf(request))
    } catch (error) {
      end(error)
    }
  })
}
