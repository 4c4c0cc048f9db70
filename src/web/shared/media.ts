import type { MediaView } from '#core/generations/generation-contract.ts'
import { dragProps } from '#web/ui/files/page-item.ts'

type Typed = Pick<MediaView, 'content_type'>

export const isImage = ({ content_type }: Typed) => content_type.startsWith('image/')
export const isVideo = ({ content_type }: Typed) => content_type.startsWith('video/')

/** Whether it is a 3D object (GLB). */
export const isMesh = ({ content_type }: Typed) => content_type === 'model/gltf-binary'

/** Whether parts of an image may be transparent, by its format. */
export const mayBeTransparent = ({ content_type }: Typed) =>
  /^image\/(png|webp|avif|gif)$/.test(content_type)

/** One side of a comparison of two images. */
export const comparedImage = (media: Pick<MediaView, 'url' | 'content_type'>, alt: string) => ({
  ...{ src: media.url, alt },
  isTransparent: mayBeTransparent(media),
})

/** The length of a video or audio in seconds, where it is known. */
export function secondsOf({ duration_ms }: Pick<MediaView, 'duration_ms'>): number | undefined {
  return duration_ms === null ? undefined : duration_ms / 1000
}

/** Whether a file has a visible thumbnail: audio has none. */
export function hasThumbnail(media: MediaView | undefined): media is MediaView {
  return media !== undefined && (media.thumbnail_url !== null || isImage(media) || isVideo(media))
}

/**
 * The address of an image of a file: its thumbnail, or itself where it is one. A video may have
 * none.
 */
export function thumbnailUrl(media: MediaView | undefined): string | undefined {
  if (!media) return undefined
  return media.thumbnail_url ?? (isImage(media) ? media.url : undefined)
}

/** Makes the element of a file draggable to the inputs of a form. */
export function mediaDrag(media: MediaView | undefined) {
  return dragProps(media && { type: media.content_type, address: media.url })
}
