export type Size = { width: number; height: number }

/** The scale at which a whole image is visible, at most 2. */
export function fitScale(source: Size, room: Size): number {
  if (source.width <= 0 || source.height <= 0) return 1
  return Math.max(0.01, Math.min(room.width / source.width, room.height / source.height, 2))
}

/** The pixel of the image under a point of the screen, both rectangles in their own pixels. */
export function onSource(
  at: { x: number; y: number },
  shown: { left: number; top: number } & Size,
  source: Size,
): { x: number; y: number } {
  return {
    x: ((at.x - shown.left) / shown.width) * source.width,
    y: ((at.y - shown.top) / shown.height) * source.height,
  }
}

/**
 * The line width of a size setting (1 to 100), in pixels of the image: at most half its shorter
 * side.
 */
export function lineWidth(setting: number, { width, height }: Size): number {
  return Math.max(1, Math.round((Math.min(width, height) * setting) / 200))
}

export const zooms = [1, 1.5, 2, 3, 4, 6, 8]

/** The next zoom in a direction; the last one stays. */
export function nextZoom(zoom: number, by: 1 | -1): number {
  return zooms[zooms.indexOf(zoom) + by] ?? zoom
}
