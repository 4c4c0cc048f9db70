import { Readable } from 'node:stream'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { decodeDataUri } from '#core/media/uploads/data-uris.ts'
import { takeUpload } from '#core/media/uploads/take-upload.ts'
import { withUploadQuota } from '#core/media/uploads/upload-quota.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { AllParts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { refusedField } from './model-request.ts'

/** A file of a request: ours, with its media, or the address that the client named. */
export type GivenFile = { address: string; media?: MediaRow }

/** The most images of one parameter, as in OpenAI's API. */
export const maxFiles = 16

/**
 * Reads an address that a client named; the file of a `data:` URL is stored as an upload of the
 * account. Throws `Refused` naming the parameter.
 */
export async function readAddress(
  context: AllParts,
  accountId: string,
  parameter: string,
  address: string,
): Promise<GivenFile> {
  if (!address.startsWith('data:')) return { address }
  const content = decodeDataUri(address)
  if (!content) throw refusedField(parameter, 'wrong_file')
  const body = Readable.from([content])
  return withUploadQuota(context, accountId, () => storeFile(context, accountId, parameter, body))
}

/** Stores a file that a client sent as an upload of the account. Throws `Refused` naming the parameter. */
export async function storeFile(
  context: AllParts,
  accountId: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  accept: Accept = 'image',
): Promise<GivenFile> {
  try {
    const media = await takeUpload(context, { accountId, accept, body })
    const extension = media.storage_key.split('.').at(-1)
    return { media, address: mediaAddress(media, `1.${extension}`) }
  } catch (error) {
    throw error instanceof Refused ? withParameter(error, name) : error
  }
}

/** A refused file as a problem of its parameter. */
function withParameter(error: Refused, field: string): Refused {
  const { refusal } = error
  switch (refusal.reason) {
    case 'unsupported_file':
    case 'broken_file':
    case 'animated_image':
      return refusedField(field, 'wrong_file')
    case 'empty_file':
    case 'removed_file':
      return refusedField(field, refusal.reason)
    case 'file_too_large':
    case 'too_many_pixels':
    case 'video_too_long':
      return new Refused({
        reason: 'invalid_input',
        problems: [{ field, problem: refusal.reason, max: refusal.max }],
      })
    default:
      return error
  }
}
