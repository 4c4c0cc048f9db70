import { z } from 'zod'
import { maxAddressLength } from '#core/models/rules/file-field.ts'
import { ErrorBody } from '#core/texts/contract/errors.ts'
import { uploadContentTypes } from './upload-rules.ts'

/** The measures of an accepted file. */
const Upload = z.object({
  id: z.string(),
  content_type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
})

/** `POST /api/upload-video` (docs/spec/creation.md#uploads). */
export const VideoUploaded = z.object({
  success: z.literal(true),
  data: Upload.extend({ video_url: z.string() }),
})

/** `POST /api/upload-image-wan-i2v` (docs/spec/creation.md#uploads). */
export const ImageUploaded = Upload.extend({ imageUrl: z.string() })

/**
 * `POST /api/upload-from-url`: the server fetches `url`; one of our own addresses is only checked.
 */
export const UploadFromUrlRequest = z.object({
  url: z.string().min(1).max(maxAddressLength),
  accept: z
    .enum(['image', 'video', 'video-or-gif', 'audio'])
    .meta({ description: 'What the file has to be.' }),
})

/** The stored file; `url` is its address here. */
export const UploadedFromUrl = Upload.extend({ url: z.string() })

/** `POST /api/generate-presigned-url` (docs/spec/creation.md#uploads). */
export const SignedAddressRequest = z.object({
  filename: z.string().min(1).max(1000),
  contentType: z.enum(uploadContentTypes),
  bytes: z.int().min(1).optional().meta({
    description: 'How long the file is; then it may go straight to the store. At most 52,428,800.',
  }),
})

/**
 * `PUT` the file to `url` with the same content type; it is then at `public_url` for the account.
 */
export const SignedAddress = z.object({
  success: z.literal(true),
  url: z.string(),
  key: z.string(),
  public_url: z.string(),
})

/** The error answers of the upload endpoints. */
export const UploadError = ErrorBody.extend({
  success: z
    .literal(false)
    .optional()
    .meta({ description: 'Absent where the request was refused before the file was read.' }),
}).meta({ id: 'UploadError' })
