import type { GenerationView, MediaView } from '#contract/generation.ts'

/** Where the ending people know is not the type's own name. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
}

type Made = Pick<GenerationView, 'model' | 'id' | 'images'>

/** `atelier-flux-dev-3f2a91c0-2.png`: the model, the end of the generation's id, which of several files it is. */
export function fileNameOf({ model, id, images }: Made, media: MediaView): string {
  const number = images.length > 1 ? `-${images.findIndex((one) => one.id === media.id) + 1}` : ''
  const type = media.content_type.split(';')[0]?.trim() ?? ''
  return `atelier-${model}-${id.slice(-8)}${number}.${endings[type] ?? (type.split('/')[1] || 'bin')}`
}
