import { Readable } from 'node:stream'
import { type Answer, giveUp, isSuccess, send } from '../http/send.ts'
import { type InputFile, ProviderError } from '../provider.ts'
import { call } from './call.ts'

type Account = { key: string; restUrl: string }

const askTimeout = 15_000

/** A connection of 100 kB/s transfers the largest input in this time, in ms. */
const uploadTimeout = 9 * 60_000

/**
 * The answer that begins an upload: where to send the bytes, and the address of the file
 * (docs/providers/fal.md#uploads).
 */
export async function initiateUpload(
  { key, restUrl }: Account,
  { contentType, fileName }: Pick<InputFile, 'contentType' | 'fileName'>,
): Promise<{ uploadUrl: string; fileUrl: string }> {
  const { body } = await call({
    method: 'POST',
    url: `${restUrl}/storage/upload/initiate?storage_type=fal-cdn-v3`,
    key,
    body: { content_type: contentType, file_name: fileName },
    headers: { 'x-fal-object-lifecycle': '{"expiration_duration_seconds":86400}' },
    timeout: askTimeout,
  })
  const { upload_url: uploadUrl, file_url: fileUrl } = (body ?? {}) as Record<string, unknown>
  if (typeof uploadUrl === 'string' && typeof fileUrl === 'string') return { uploadUrl, fileUrl }
  throw new ProviderError('unknown', 'The provider gave no address to upload to', {
    delivery: 'refused',
    retryable: true,
  })
}

/**
 * Uploads a file to fal's storage, which keeps it for a day, and returns its address. The upload
 * address in the answer is trusted, but never gets our key. Throws `ProviderError`; nothing was
 * submitted then.
 */
export async function upload(account: Account, file: InputFile): Promise<string> {
  const { uploadUrl, fileUrl } = await initiateUpload(account, file)
  const answer = await put(uploadUrl, file)
  giveUp(answer)
  if (isSuccess(answer)) return fileUrl
  throw new ProviderError('unavailable', `The provider's storage answered ${answer.statusCode}`, {
    delivery: 'refused',
    retryable: true,
    httpStatus: answer.statusCode,
  })
}

async function put(url: string, file: InputFile): Promise<Answer> {
  const body = Readable.from(await file.open())
  const headers = { 'content-type': file.contentType, 'content-length': String(file.bytes) }
  try {
    return await send(url, {
      method: 'PUT',
      headers,
      body,
      signal: AbortSignal.timeout(uploadTimeout),
    })
  } catch (error) {
    const { code, message } = error as ProviderError
    throw new ProviderError(code, message, { delivery: 'refused', retryable: true })
  }
}
