import { kindFacts, kinds } from '#core/models/rules/kinds.ts'

const paths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    kinds.map((kind) => [kindFacts[kind].generationType, kindFacts[kind].formPath]),
  ),
  'image-to-image': '/creator/image/image-to-image',
  'audio-to-audio': '/creator/audio-to-audio',
  'text-to-3d': '/creator/text-to-3d',
  'image-to-video': '/creator/image-to-video/image-to-video',
  'image-to-video-pro': '/creator/image-to-video/image-to-video-pro',
}

/**
 * The path of a generation type's form (docs/spec/creation.md#pages); each editor has a page of its
 * own.
 */
export function formPath({
  generationType,
  model,
}: {
  generationType: string
  model?: string
}): string {
  if (generationType === 'image-editing')
    return ['/creator/ai-image-editor', ...(model ? [model] : [])].join('/')
  return paths[generationType] ?? `/creator/video/${generationType}`
}
