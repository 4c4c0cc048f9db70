import type { GenerationView, MediaView } from '#contract/generation.ts'
import { resultFileName } from '#domain/result-file-name.ts'

/** Where the ending people know is not the type's own name. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
}

type Made = Pick<GenerationView, 'prompt' | 'model' | 'created_at'>

/** The name a result is saved under, as the server names the same file. */
export function fileNameOf({ prompt, model, created_at }: Made, media: MediaView): string {
  const type = media.content_type.split(';')[0]?.trim() ?? ''
  const ending = endings[type] ?? (type.split('/')[1] || 'bin')
  return resultFileName({
    createdAt: created_at,
    prompt,
    model,
    number: media.position,
    extension: `.${ending}`,
  })
}
