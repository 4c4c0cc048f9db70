import type { Pixels, Point, Rect } from '../pixels/pixels.ts'

/** A tile is a canvas of its own, so that no browser limits the size of a layer. In pixels. */
export const tileSide = 1024

/** `revision`: of the raster when the tile changed last. */
type Tile = {
  x: number
  y: number
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
  revision: number
}

/** What a part of a raster was: a piece for each tile, `null` where there was none. */
export type Patch = { rect: Rect; pieces: { rect: Rect; canvas: HTMLCanvasElement | null }[] }

/** Above this, some browsers give a canvas that keeps nothing, without an error. In pixels. */
const surelyGiven = 16_777_216

/** A new canvas and its context. Throws where the browser has no memory for it. */
export function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context || (width * height > surelyGiven && !keepsPixels(context)))
    throw new Error('The browser has no memory for a canvas')
  return { canvas, context }
}

/** Whether what is drawn in the last corner is there. */
function keepsPixels(context: CanvasRenderingContext2D): boolean {
  const [x, y] = [context.canvas.width - 1, context.canvas.height - 1]
  context.fillRect(x, y, 1, 1)
  const [, , , alpha] = context.getImageData(x, y, 1, 1).data
  context.clearRect(x, y, 1, 1)
  return alpha === 255
}

/**
 * The pixels of a layer in tiles, which exist where something was drawn; the rest is transparent.
 * Places are pixels of the layer and may be negative.
 */
export class Raster {
  readonly #tiles = new Map<string, Tile>()
  /** Changes with every change of the pixels. */
  revision = 0

  /** Draws into the tiles that a rectangle touches; nothing outside of it is changed. */
  draw(rect: Rect, paint: (context: CanvasRenderingContext2D) => void): void {
    this.revision++
    for (const tile of this.#touched(rect, true)) {
      const { context } = tile
      tile.revision = this.revision
      context.save()
      context.translate(-tile.x, -tile.y)
      context.beginPath()
      context.rect(rect.x, rect.y, rect.width, rect.height)
      context.clip()
      paint(context)
      context.restore()
    }
  }

  /** Draws the tiles at their places in the layer. */
  paintOnto(context: CanvasRenderingContext2D): void {
    for (const { x, y, canvas } of this.#tiles.values()) context.drawImage(canvas, x, y)
  }

  /** The pixels of a part; transparent where nothing was drawn. */
  read(rect: Rect): Pixels {
    const { canvas, context } = newCanvas(rect.width, rect.height)
    context.translate(-rect.x, -rect.y)
    this.paintOnto(context)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return { data, width, height }
  }

  /** Replaces the pixels of a part. */
  write({ data, width, height }: Pixels, { x, y }: Point): void {
    const { canvas, context } = newCanvas(width, height)
    context.putImageData(new ImageData(data, width, height), 0, 0)
    this.draw({ x, y, width, height }, (target) => {
      target.globalCompositeOperation = 'copy'
      target.drawImage(canvas, x, y)
    })
  }

  /** Keeps what a part is, so that `restore` brings it back. */
  keep(rect: Rect): Patch {
    const pieces = [...cells(rect)].map(({ key, rect: part }) => {
      const tile = this.#tiles.get(key)
      if (!tile) return { rect: part, canvas: null }
      const { canvas, context } = newCanvas(part.width, part.height)
      context.drawImage(tile.canvas, tile.x - part.x, tile.y - part.y)
      return { rect: part, canvas }
    })
    return { rect, pieces }
  }

  /** Brings back what a part was. */
  restore({ pieces }: Patch): void {
    this.revision++
    for (const { rect, canvas } of pieces)
      for (const tile of this.#touched(rect, canvas !== null)) {
        const { context, x, y } = tile
        tile.revision = this.revision
        context.clearRect(rect.x - x, rect.y - y, rect.width, rect.height)
        if (canvas) context.drawImage(canvas, rect.x - x, rect.y - y)
      }
  }

  /** The smallest rectangle with all pixels that can be seen; `null`: there are none. */
  bounds(): Rect | null {
    let all: Rect | null = null
    for (const { x, y, context } of this.#tiles.values()) {
      const { data } = context.getImageData(0, 0, tileSide, tileSide)
      const part = visibleBounds(data)
      if (part) all = joined(all, { ...part, x: x + part.x, y: y + part.y })
    }
    return all
  }

  /** Each tile, with its place. */
  tiles(): readonly Pick<Tile, 'x' | 'y' | 'canvas' | 'revision'>[] {
    return [...this.#tiles.values()]
  }

  /** An independent raster with the same pixels. */
  copy(): Raster {
    const copy = new Raster()
    for (const { x, y, canvas } of this.#tiles.values())
      copy.draw({ x, y, width: tileSide, height: tileSide }, (context) =>
        context.drawImage(canvas, x, y),
      )
    return copy
  }

  *#touched(rect: Rect, creates: boolean): Generator<Tile> {
    for (const { key, x, y } of cells(rect)) {
      let tile = this.#tiles.get(key)
      if (!tile && creates) {
        tile = { x, y, ...newCanvas(tileSide, tileSide), revision: this.revision }
        this.#tiles.set(key, tile)
      }
      if (tile) yield tile
    }
  }
}

function visibleBounds(data: Uint8ClampedArray): Rect | null {
  let [left, top, right, bottom] = [tileSide, tileSide, -1, -1]
  for (let y = 0; y < tileSide; y++) {
    const row = y * tileSide
    let first = 0
    while (first < tileSide && data[(row + first) * 4 + 3] === 0) first++
    if (first === tileSide) continue
    let last = tileSide - 1
    while (data[(row + last) * 4 + 3] === 0) last--
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function joined(a: Rect | null, b: Rect): Rect {
  if (!a) return b
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    ...{ x, y, width: Math.max(a.x + a.width, b.x + b.width) - x },
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** About how many bytes of memory a patch takes. */
export function bytesOfPatch({ pieces }: Patch): number {
  return pieces.reduce(
    (sum, { rect, canvas }) => sum + (canvas ? rect.width * rect.height * 4 : 0),
    0,
  )
}

/** The places of the tiles that a rectangle touches, and its part in each. */
function* cells({ x, y, width, height }: Rect) {
  for (let top = floor(y); top < y + height; top += tileSide)
    for (let left = floor(x); left < x + width; left += tileSide) {
      const part = {
        x: Math.max(x, left),
        y: Math.max(y, top),
        width: Math.min(x + width, left + tileSide) - Math.max(x, left),
        height: Math.min(y + height, top + tileSide) - Math.max(y, top),
      }
      yield { key: `${left},${top}`, x: left, y: top, rect: part }
    }
}

const floor = (value: number) => Math.floor(value / tileSide) * tileSide
