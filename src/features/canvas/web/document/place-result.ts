import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { request } from '#web/lib/api.ts'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import type { Point } from '../pixels/pixels.ts'
import type { Editor } from './editor-store.ts'
import { placeImage } from './place-image.ts'

/** Adds an image of a record as a layer, which names it as its source. Throws as `placeImage`. */
export async function placeResult(
  editor: Editor,
  generation: GenerationView,
  { media, at }: { media: Pick<MediaView, 'url' | 'position'>; at?: Point },
): Promise<void> {
  await placeImage(editor, media.url, {
    ...{ name: generationTitle(generation), at },
    source: { generation_id: generation.id, position: media.position },
  })
}

/**
 * Adds the images of a record as layers. Throws `ApiError`, and as `placeImage`; returns false where it
 * has none.
 */
export async function placeRecord(editor: Editor, id: string, at: Point): Promise<boolean> {
  const generation = await request('GET', '/api/generations/{id}', { params: { id } })
  const images = generation.images.filter(({ content_type }) => content_type.startsWith('image/'))
  for (const media of images) await placeResult(editor, generation, { media, at })
  return images.length > 0
}
