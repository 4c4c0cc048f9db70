/** Ratios written in a row. */
export const ratios = (row: string): string[] => row.split(' ')

/** Width over height; nothing for `auto`, or when none is named. */
export function ratioOf(name: string | null | undefined): number | undefined {
  const [width, height] = (name ?? '').split(':').map(Number)
  return width && height ? width / height : undefined
}
