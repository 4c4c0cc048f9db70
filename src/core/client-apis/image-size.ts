/**
 * Returns the size of an image of a ratio such as `16:9` as `WIDTHxHEIGHT`, with as many pixels as a
 * square of 1, 2 or 4 times 1024 (`1K`, `2K`, `4K`); `undefined`: neither is said.
 */
export function sizeForRatio({
  ratio,
  scale,
}: {
  ratio: string | undefined
  scale: string | undefined
}): string | undefined {
  if (ratio === undefined && scale === undefined) return undefined
  const [wide = 1, high = 1] = (ratio ?? '1:1').split(':').map(Number)
  const side = 1_024 * Number.parseInt(scale ?? '1K', 10)
  const width = Math.round(side * Math.sqrt(wide / high))
  return `${width}x${Math.round((width * high) / wide)}`
}
