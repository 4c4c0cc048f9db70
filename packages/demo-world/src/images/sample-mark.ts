import type { OverlayOptions } from 'sharp'

/**
 * The letters of "sample" as one-stroke paths on a grid whose x-height is 10, so that no font is
 * needed.
 */
const letters = [
  { path: 'M6.6 1.6C5.6.4 1 .2 1 2.8 1 5.4 7 4.2 7 7.2 7 9.9 1.8 9.9.8 8.3', advance: 11 },
  {
    path: 'M7.6.4V9.6M7.6 5C7.6 2.2 6 .3 3.9.3 1.8.3.4 2.4.4 5S1.8 9.7 3.9 9.7C6 9.7 7.6 7.8 7.6 5',
    advance: 12,
  },
  {
    path: 'M.5 9.6V.4M.5 4.2C.5 1.8 1.7.3 3.4.3 5.2.3 6.2 1.7 6.2 3.8V9.6M6.2 4.2C6.2 1.8 7.4.3 9.1.3 10.9.3 11.9 1.7 11.9 3.8V9.6',
    advance: 16,
  },
  {
    path: 'M.5 13.4V.4M.5 5C.5 2.2 2 .3 4.2.3S7.8 2.4 7.8 5 6.4 9.7 4.2 9.7.5 7.8.5 5',
    advance: 12,
  },
  { path: 'M.5-4.4V9.6', advance: 4.5 },
  {
    path: 'M.5 5H7.7C7.7 2.2 6.2.3 4.1.3S.4 2.4.4 5 1.9 9.7 4.1 9.7C5.7 9.7 6.9 8.9 7.5 7.6',
    advance: 8.5,
  },
]

const wordWidth = letters.reduce((sum, { advance }) => sum + advance, 0)

/** A small translucent "sample" for the lower right corner of an image of this size in pixels. */
export function sampleMark(width: number, height: number): OverlayOptions {
  const unit = Math.sqrt(width * height)
  const scale = Math.min((unit * 0.056) / wordWidth, (width * 0.5) / wordWidth)
  const margin = unit * 0.022
  const left = width - margin - wordWidth * scale
  const top = height - margin - 10 * scale
  let x = 0
  const strokes = letters.map(({ path, advance }) => {
    const stroke = `<path transform="translate(${x} 0)" d="${path}"/>`
    x += advance
    return stroke
  })
  const word = (colour: string, opacity: number, weight: number, shift: number) =>
    `<g transform="translate(${left + shift} ${top + shift}) scale(${scale})" fill="none" stroke="${colour}"
      stroke-opacity="${opacity}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${word('#000', 0.22, 1.9, scale * 0.5)}${word('#fff', 0.62, 1.35, 0)}</svg>`
  return { input: Buffer.from(svg), top: 0, left: 0 }
}
