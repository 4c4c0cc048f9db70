import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { MediaRow } from '#database/tables.ts'
import { maxUploadBytes, uploadFetchTime, uploadIdleTime } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { checkAddress, type ForeignFiles, Unreachable } from './check-address.ts'
import type { InputFile } from './resolve-inputs.ts'
import { takeUpload } from './take-upload.ts'
import { withUploadQuota } from './upload-quota.ts'

/**
 * Fetches a file from an address that a person entered and stores it as their upload. All failures
 * look the same from outside, so that our network cannot be probed. Throws `Refused`.
 */
export function fetchUpload(
  context: ServiceContext,
  accountId: string,
  file: InputFile,
): Promise<MediaRow> {
  return withUploadQuota(context, accountId, async () => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), uploadFetchTime)
    try {
      const answer = await openAddress(
        file.address,
        context.foreignFiles ?? {},
        ending.signal,
      ).catch(refuse)
      const body = bodyOf(answer)
      return await takeUpload(context, { accountId, accept: file.accept, body })
    } finally {
      clearTimeout(timer)
      ending.abort()
    }
  })
}

async function* bodyOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const announced = Number(answer.headers['content-length'] ?? 0)
  if (announced > maxUploadBytes)
    throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
  answer.setTimeout(uploadIdleTime, () => answer.destroy(new Error('The download stalled')))
  try {
    for await (const chunk of answer) yield chunk as Uint8Array
  } catch {
    refuse()
  } finally {
    answer.destroy()
  }
}

function refuse(): never {
  throw new Refused({ reason: 'not_found' })
}

const maxRedirects = 3

/** The maximum time until an answer begins, in ms. */
const answerTime = 10_000

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Opens a web address, with at most three redirects, each checked like the first: the connection
 * goes to the very IP address that was checked. Sends no cookies and accepts no compression. Throws
 * `Unreachable`, or the network error.
 */
async function openAddress(
  address: string,
  options: ForeignFiles,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await get(url, await checkAddress(url, options), signal)
    const { statusCode = 0, headers } = answer
    if (statusCode === 200 && (headers['content-encoding'] ?? 'identity') === 'identity')
      return answer
    answer.destroy()
    if (!redirects.has(statusCode) || !headers.location)
      throw new Unreachable(`it answered ${statusCode}`)
    url = new URL(headers.location, url)
  }
  throw new Unreachable('too many redirects')
}

type Target = Awaited<ReturnType<typeof checkAddress>>

function get(url: URL, { address, family }: Target, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const headers = {
    accept: 'image/*, video/*',
    'accept-encoding': 'identity',
    'user-agent': 'Atelier',
  }
  return new Promise((resolve, reject) => {
    const asking = request(url, { lookup, headers, signal, agent: false })
    const timer = setTimeout(
      () => asking.destroy(new Unreachable('it does not answer')),
      answerTime,
    )
    asking.on('response', (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    asking.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asking.end()
  })
}
