import type { GenerationView, MediaView } from '#contract/generation.ts'

/** Where the ending people know is not the type's own name. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
}

type Made = Pick<GenerationView, 'model' | 'created_at' | 'images'>

/**
 * `atelier-2026-11-21-flux-dev-3f2a91-2.png`: the day (UTC) it was made, the model, the end of the file's id, which of
 * several it is; as the server names the same file.
 */
export function fileNameOf({ model, created_at, images }: Made, media: MediaView): string {
  const number =
    Math.max(
      0,
      images.findIndex(({ id }) => id === media.id),
    ) + 1
  const type = media.content_type.split(';')[0]?.trim() ?? ''
  const ending = endings[type] ?? (type.split('/')[1] || 'bin')
  return `atelier-${created_at.slice(0, 10)}-${model}-${media.id.slice(-6)}-${number}.${ending}`
}
