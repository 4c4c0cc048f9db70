import { type DownloadLimits, ProviderError } from '../provider.ts'
import { isDataUrl, readDataUrl } from './data-url.ts'
import {
  type Answer,
  connectionError,
  decodedBody,
  giveUp,
  isRedirect,
  isSuccess,
  send,
} from './send.ts'

/**
 * What a download may do. `isAllowed`: whether a result may lie at this address. `headers`: sent
 * with the request to it, such as a key.
 */
export type DownloadRules = {
  isAllowed(url: string): boolean
  headers?(url: string): Record<string, string>
}

/** How many redirects to a result file are followed. */
const maxRedirects = 5

/**
 * Opens a result file: a `data:` URL, or an address on an allowed host, also where another one
 * redirects to it. The stream fails when no data arrives for `idleTime`, when
 * it is incomplete after `time`, or beyond `maxBytes`; a reader that stops closes the connection.
 */
export async function download(
  url: string,
  rules: DownloadRules,
  limits: DownloadLimits,
): Promise<AsyncIterable<Uint8Array>> {
  if (isDataUrl(url)) return readDataUrl(url, limits.maxBytes)
  const watch = startWatch(limits)
  try {
    const answer = await follow(url, rules, watch.signal)
    return read(accept(answer, limits.maxBytes), limits.maxBytes, watch)
  } catch (error) {
    watch.end()
    throw error
  }
}

async function follow(
  first: string,
  { isAllowed, headers = () => ({}) }: DownloadRules,
  signal: AbortSignal,
): Promise<Answer> {
  let url = first
  for (let followed = 0; followed <= maxRedirects; followed++) {
    if (!isAllowed(url)) throw refused('The result lies on a host that is not allowed')
    const options = {
      method: 'GET',
      headers: headers(url),
      signal,
      returnsRedirects: true,
    } as const
    const answer = await send(url, options)
    const { location } = answer.headers
    if (!isRedirect(answer) || !location) return answer
    giveUp(answer)
    const target = String(location)
    if (!URL.canParse(target, url)) throw refused('The result redirects to no address')
    url = new URL(target, url).href
  }
  throw refused(`The result redirects more than ${maxRedirects} times`)
}

function accept(answer: Answer, maxBytes: number): AsyncIterable<Uint8Array> {
  const { statusCode: status, headers } = answer
  const announced = Number(headers['content-length'] ?? 0)
  if (isSuccess(answer) && announced <= maxBytes) return decodedBody(answer)

  giveUp(answer)
  if (isSuccess(answer))
    throw refused(`The result file has ${announced} bytes, more than ${maxBytes}`)
  const code = isGone(status) ? 'not_found' : 'unavailable'
  throw new ProviderError(code, `The file answered ${status}`, {
    delivery: 'refused',
    retryable: true,
    httpStatus: status,
  })
}

/** The host answers for this address, but without the file; other statuses may be temporary. */
function isGone(status: number): boolean {
  return status === 401 || status === 403 || status === 404 || status === 410
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      watch.touch()
      bytes += chunk.length
      if (bytes > maxBytes) throw refused(`The result file has more than ${maxBytes} bytes`)
      yield chunk
      // The reader may have paused: the idle timeout starts again.
      watch.touch()
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : connectionError(error)
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

/** A permanent error: a retry would get the same answer. */
function refused(message: string): ProviderError {
  return new ProviderError('unknown', message, { delivery: 'refused', retryable: false })
}
