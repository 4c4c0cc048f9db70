export type Size = { width: number; height: number }
type Grid = { columns: number; cell: Size }

/**
 * The arrangement in which `count` images of one shape are as large as they can be inside a box,
 * and the size of each, in px.
 */
export function fitGrid(count: number, shape: Size, box: Size, gap: number): Grid {
  const grids = Array.from({ length: Math.max(1, count) }, (_, index) =>
    gridOf(index + 1, count, shape, box, gap),
  )
  return grids.reduce((one, other) => (other.cell.width > one.cell.width ? other : one))
}

function gridOf(columns: number, count: number, shape: Size, box: Size, gap: number): Grid {
  const rows = Math.ceil(count / columns)
  const width = Math.max(0, (box.width - gap * (columns - 1)) / columns)
  const height = Math.max(0, (box.height - gap * (rows - 1)) / rows)
  const scale = Math.min(width / shape.width, height / shape.height)
  return { columns, cell: { width: shape.width * scale, height: shape.height * scale } }
}
