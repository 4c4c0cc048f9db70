import type { ReactNode } from 'react'

/** One item of the viewer. */
export type ViewerItem = {
  /** The image's address; with a `body`, only its key. */
  src: string
  alt: string
  /** In px, where they are known. */
  width: number | null
  height: number | null
  /** Parts of the image may be transparent. */
  isTransparent?: boolean
  /** Shown in the image's place until the image itself has loaded. */
  thumbnail?: string | null
  /** Shown in the image's place: a player, a comparison, a text. */
  body?: ReactNode
  /** Items of one group are in a strip below. */
  group?: string
}

/** The texts of the viewer. */
export type ViewerTexts = {
  viewer: string
  close: string
  previous: string
  next: string
  position: (at: number, of: number) => string
  larger: string
  smaller: string
  /** Names the button that shows the zoom, and fits the image again. */
  fit: (percent: number) => string
  failed: string
  strip: string
  /** “2”, with its spoken form: “Image 2”. */
  inStrip: (at: number) => string
  /** Names the column of details and the button for it; needed where there is one. */
  details?: string
}
