import type { ReactNode } from 'react'

/** One thing the viewer shows. */
export type ViewerItem = {
  /** The image's address; with a `body`, only its key. */
  src: string
  alt: string
  /** In px, where they are known. */
  width: number | null
  height: number | null
  /** Stands in the image's place until the image itself is there. */
  thumbnail?: string | null
  /** Stands in the image's place: a player, a comparison, a text. */
  body?: ReactNode
  /** Things of one group stand in a strip below. */
  group?: string
}

/** Everything the viewer says. */
export type ViewerTexts = {
  viewer: string
  close: string
  previous: string
  next: string
  position: (at: number, of: number) => string
  larger: string
  smaller: string
  /** Names the button that says how large an image is, and makes it fit again. */
  fit: (percent: number) => string
  failed: string
  strip: string
  /** “2”, spoken as what it is: “Image 2”. */
  inStrip: (at: number) => string
  /** Names the column of details and the button for it; needed where there is one. */
  details?: string
}
