import type { Medium } from '#core/models/rules/kinds.ts'
import { isDataUrl, typeOfDataUrl } from './data-url.ts'

const media: Record<string, Medium> = {
  ...ofMedium('image', 'png jpg jpeg webp gif avif bmp tif tiff'),
  ...ofMedium('video', 'mp4 webm mov mkv avi m4v'),
  ...ofMedium('audio', 'mp3 wav flac ogg opus m4a aac'),
  ...ofMedium('mesh', 'glb'),
}

function ofMedium(medium: Medium, extensions: string): Record<string, Medium> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, medium]))
}

/** Returns the medium that a file's name says; the bytes are validated when it is stored. */
export function mediumOfName(name: string): Medium | null {
  return media[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null
}

/** The same for an address; of a `data:` URL its type says it. */
export function mediumOfAddress(address: string): Medium | null {
  if (!isDataUrl(address)) return mediumOfName(new URL(address).pathname)
  const [medium = ''] = typeOfDataUrl(address).split('/')
  return Object.values(media).find((one) => one === medium) ?? null
}
