import type { IncomingMessage } from 'node:http'
import type { MediaRow } from '#database/tables.ts'
import { maxUploadBytes, uploadFetchTime, uploadIdleTime } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import type { InputFile } from '../resolve-inputs.ts'
import { takeUpload } from '../take-upload.ts'
import { withUploadQuota } from '../upload-quota.ts'
import { openAddress } from './open-address.ts'

/**
 * Fetches a file from an address somebody typed and keeps it as their upload. Whatever keeps it
 * from being fetched looks the same from outside, so that nobody can feel their way through our
 * network. Throws `Refused`.
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
  answer.setTimeout(uploadIdleTime, () => answer.destroy(new Error('It fell silent')))
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
