const paths: Readonly<Record<string, string>> = {
  'text-to-image': '/creator/image/text-to-image',
  'image-to-image': '/creator/image/image-to-image',
  'image-to-video': '/creator/image-to-video/image-to-video',
  'image-to-video-pro': '/creator/image-to-video/image-to-video-pro',
  'video-to-audio': '/creator/video-to-audio',
  'image-understanding': '/creator/image-understanding',
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
