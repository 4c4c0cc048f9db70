import type { MediaView } from '#contract/generation.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isFilm, isPicture } from '../files/media-kind.ts'
import type { FormAddress } from './form-address.ts'

type Use = FormAddress & { label: string }

/**
 * What can be made from a result: the forms that take a file of its kind, with its address filled
 * in.
 */
export function usesOf(media: MediaView): Use[] {
  const use = (label: string, generationType: string, field: string): Use => ({
    label,
    to: formPath({ generationType }),
    query: { [field]: media.url },
  })
  if (isPicture(media)) {
    return [
      use(m.work_use_edit(), 'image-editing', 'image_url'),
      use(m.work_use_image_to_image(), 'image-to-image', 'image_url'),
      use(m.work_use_image_to_video(), 'image-to-video', 'image_url'),
      use(m.work_use_understanding(), 'image-understanding', 'image'),
    ]
  }
  if (!isFilm(media)) return []
  return [
    use(m.work_use_video_to_audio(), 'video-to-audio', 'video_url'),
    use(m.work_use_vace(), 'vace', 'video_url'),
  ]
}
