import { labelOutlines } from './label-outlines.ts'

export const labelPlaces = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const
export const labelSizes = ['small', 'medium', 'large'] as const
export const labelLanguages = ['en', 'de', 'zh'] as const

/** A label in a corner of an image that says that a model made it. */
export type VisibleLabel = {
  place: (typeof labelPlaces)[number]
  size: (typeof labelSizes)[number]
  language: (typeof labelLanguages)[number]
}

/** Height of the text as a share of the shorter side; GB 45438-2025 asks for 5 %. */
const textShare = { small: 0.03, medium: 0.05, large: 0.08 }

/** The smallest text that can be read, in pixels. */
const minText = 9

/** Space around the text within its plate, and around the plate, in heights of the text. */
const padding = 0.4
const margin = 0.5

/** Draws a label for an image of this size, as SVG, and says where it is put; in pixels. */
export function drawLabel(
  image: { width: number; height: number },
  { place, size, language }: VisibleLabel,
): { svg: string; left: number; top: number } {
  const outline = labelOutlines[language]
  const shorter = Math.min(image.width, image.height)
  const wanted = Math.max(minText, Math.round(shorter * textShare[size]))
  // A very narrow image has room for a smaller text only.
  const widest = image.width / (outline.width / 1000 + 2 * padding)
  const text = Math.max(1, Math.min(wanted, widest, image.height / (1 + 2 * padding)))
  const gap = Math.round(text * padding)
  const width = Math.min(image.width, Math.round((text * outline.width) / 1000) + 2 * gap)
  const height = Math.min(image.height, Math.round(text) + 2 * gap)
  const distance = Math.round(text * margin)
  const far = (side: number, length: number) => Math.max(0, side - length - distance)
  const near = (side: number, length: number) => Math.min(distance, Math.max(0, side - length))
  return {
    left: place.endsWith('right') ? far(image.width, width) : near(image.width, width),
    top: place.startsWith('bottom') ? far(image.height, height) : near(image.height, height),
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" rx="${gap}" fill="#000" fill-opacity="0.6"/>` +
      `<path transform="translate(${gap} ${gap}) scale(${text / 1000})" fill="#fff" d="${outline.path}"/></svg>`,
  }
}
