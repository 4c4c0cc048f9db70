import type { IncomingMessage } from 'node:http'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { MediaRow } from '../tables.ts'
import { maxUploadBytes, uploadFetchTime, uploadIdleTime } from '../upload-rules.ts'
import { type ForeignFiles, UnreachableAddress } from './check-address.ts'
import { requestForeign } from './request-foreign.ts'
import type { InputFile } from './resolve-inputs.ts'
import { type TakeUploadParts, takeUpload } from './take-upload.ts'
import { withUploadQuota } from './upload-quota.ts'

export type FetchUploadParts = TakeUploadParts & Parts<'contributions' | 'foreignFiles'>

/**
 * Fetches a file from an address that a person entered and stores it as their upload. All failures
 * look the same from outside, so that our network cannot be probed. Throws `Refused`.
 */
export function fetchUpload(
  context: FetchUploadParts,
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

const headers = { accept: 'image/*, video/*', 'accept-encoding': 'identity' }

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
    const answer = await requestForeign(url, options, { headers, signal, answerTime })
    const { statusCode = 0, headers: said } = answer
    if (statusCode === 200 && (said['content-encoding'] ?? 'identity') === 'identity') return answer
    answer.destroy()
    if (!redirects.has(statusCode) || !said.location)
      throw new UnreachableAddress(`it answered ${statusCode}`)
    url = new URL(said.location, url)
  }
  throw new UnreachableAddress('too many redirects')
}
