import type { InputView, MediaView } from '#core/generations/generation-contract.ts'
import type { GenerationWithMedia } from '#core/generations/read-generation.ts'
import { hexHash } from '#core/image-search/near-copy-rules.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { filesOf, withFiles } from '#core/models/rules/file-field.ts'
import type { Model } from '#core/models/rules/model.ts'

/**
 * Presents a stored file. `origin` is the base of its address, without a slash at the end.
 */
export function presentMedia(media: MediaRow, origin: string): MediaView {
  const address = (name: string) => origin + mediaAddress(media, name)
  return {
    id: media.id,
    position: media.position + 1,
    url: address(`${media.position + 1}.${media.storage_key.split('.').at(-1)}`),
    thumbnail_url: media.thumbnail_key && address('thumbnail.webp'),
    content_type: media.content_type,
    bytes: media.bytes,
    width: media.width,
    height: media.height,
    duration_ms: media.duration_ms,
    fps: media.fps,
    perceptual_hash: media.perceptual_hash && hexHash(media.perceptual_hash),
  }
}

/**
 * The input of the request, with addresses that its reader can open; and its files by field.
 */
export function presentInput(
  { row, inputs }: GenerationWithMedia,
  { fields }: Pick<Model, 'fields'>,
  origin: string,
): { input: Record<string, unknown>; inputs: InputView[] } {
  const asked = filesOf(fields, row.input)
  const presented = inputs.flatMap((media) => {
    const field = asked[media.position]?.field
    return field === undefined ? [] : [{ field, ...presentMedia(media, origin) }]
  })
  const byPosition = new Map(
    inputs.map((media) => [media.position, presentMedia(media, origin).url]),
  )
  const addresses = asked.map(({ address }, position) => byPosition.get(position) ?? address)
  return { input: withFiles(fields, row.input, addresses), inputs: presented }
}
