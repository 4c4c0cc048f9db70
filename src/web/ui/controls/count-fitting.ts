type Row = {
  /** All widths in pixels; an action that shows nothing has 0. */
  width: number
  items: readonly number[]
  /** Of the button that stands for those that do not fit. */
  more: number
  gap: number
}

/** Returns how many actions of a row fit beside the button for the others, or all of them. */
export function countFitting({ width, items, more, gap }: Row): number {
  let end = 0
  let count = 0
  for (const [index, item] of items.entries()) {
    end += item > 0 && end > 0 ? gap + item : item
    if (end + gap + more <= width) count = index + 1
  }
  return end <= width ? items.length : count
}
