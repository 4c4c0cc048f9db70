import { type DownloadLimits, ProviderError } from '../provider.ts'
import { isAllowedFileAddress } from './addresses.ts'
import { connectionError } from './http.ts'

/**
 * Opens a result file: from allowed hosts only, redirects are errors (reference, §5). The stream ends with an error when
 * nothing arrives for `idleTime`, when it is not through after `time`, or beyond `maxBytes`; whoever stops reading closes
 * the connection.
 */
export async function download(
  url: string,
  queueUrl: string,
  limits: DownloadLimits,
): Promise<AsyncIterable<Uint8Array>> {
  if (!isAllowedFileAddress(url, queueUrl)) throw refused('The result lies on a host that is not allowed')

  const watch = startWatch(limits)
  try {
    // Compressed transfer would let a small answer grow without bounds.
    const headers = { 'accept-encoding': 'identity' }
    const response = await fetch(url, { redirect: 'error', headers, signal: watch.signal })
    return read(await accept(response, limits.maxBytes), limits.maxBytes, watch)
  } catch (error) {
    watch.end()
    throw asProviderError(error)
  }
}

async function accept(response: Response, maxBytes: number): Promise<ReadableStream<Uint8Array>> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (response.ok && response.body && announced <= maxBytes) return response.body

  await response.body?.cancel()
  if (response.ok && response.body) throw refused(`The result file has ${announced} bytes, more than ${maxBytes}`)
  const code = response.status === 404 ? 'not_found' : 'unavailable'
  throw new ProviderError(code, `The file answered ${response.status}`, {
    delivery: 'refused',
    retryable: true,
    httpStatus: response.status,
  })
}

async function* read(body: ReadableStream<Uint8Array>, maxBytes: number, watch: Watch): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      watch.touch()
      bytes += chunk.length
      if (bytes > maxBytes) throw refused(`The result file has more than ${maxBytes} bytes`)
      yield chunk
      // The reader may have paused: the line gets its whole time again.
      watch.touch()
    }
  } catch (error) {
    throw asProviderError(error)
  } finally {
    watch.end()
  }
}

type Watch = { signal: AbortSignal; touch(): void; end(): void }

function startWatch({ idleTime, time, signal }: DownloadLimits): Watch {
  const controller = new AbortController()
  const stop = (reason: string) => controller.abort(new DOMException(reason, 'TimeoutError'))
  const idle = setTimeout(() => stop('stalled'), idleTime).unref()
  const total = setTimeout(() => stop('too slow'), time).unref()
  return {
    signal: signal ? AbortSignal.any([controller.signal, signal]) : controller.signal,
    touch: () => void idle.refresh(),
    end: () => {
      clearTimeout(idle)
      clearTimeout(total)
    },
  }
}

function asProviderError(error: unknown): ProviderError {
  return error instanceof ProviderError ? error : connectionError(error)
}

/** The same answer is to be expected next time. */
function refused(message: string): ProviderError {
  return new ProviderError('unknown', message, { delivery: 'refused', retryable: false })
}
