import { ApiError, shownAccountHeader } from '#web/lib/api.ts'
import type { CanvasContent, CanvasDocumentView } from '../../contract.ts'
import type { Size } from '../pixels/pixels.ts'
import { blobOf } from './image-files.ts'
import { loadLayer, type SavedTile, saveLayer } from './layer-format.ts'
import type { Layer } from './layers.ts'
import { newCanvas, Raster } from './raster.ts'

/** The hash of the file that a tile is saved as, for as long as it does not change. */
const hashes = new WeakMap<HTMLCanvasElement, { revision: number; hash: string }>()

/** The hashes of files that the server has, of this page's documents. */
const known = new Set<string>()

const filePath = (id: string, hash: string) => `/api/canvas/documents/${id}/files/${hash}`

/**
 * The content of a document, whose changed tiles were sent before. Throws `ApiError`, and an error
 * where the browser cannot write a file.
 */
export async function sendContent(
  id: string,
  layers: readonly Layer[],
  size: Size,
): Promise<CanvasContent> {
  const saved: CanvasContent['layers'] = []
  for (const layer of layers) {
    const tiles: SavedTile[] = []
    for (const tile of layer.raster.tiles())
      tiles.push({ x: tile.x, y: tile.y, file: await sendTile(id, tile) })
    saved.push(saveLayer(layer, tiles, size))
  }
  return { format: 1, layers: saved }
}

/** Forgets which files the server has, so that all are sent again. */
export function forgetSent(): void {
  known.clear()
}

type TileFile = { canvas: HTMLCanvasElement; revision: number }

async function sendTile(id: string, { canvas, revision }: TileFile): Promise<string> {
  const before = hashes.get(canvas)
  if (before?.revision === revision && known.has(before.hash)) return before.hash
  const hash = await sendFile(id, await blobOf(canvas, 'image/png'))
  hashes.set(canvas, { revision, hash })
  return hash
}

/** Sends a file of pixels and returns its hash. Throws `ApiError`. */
export async function sendFile(id: string, file: Blob): Promise<string> {
  const hash = await hashOf(file)
  if (known.has(hash)) return hash
  const response = await fetch(filePath(id, hash), {
    method: 'PUT',
    body: file,
    headers: { 'content-type': file.type, ...shownAccountHeader() },
  }).catch((cause: unknown) => {
    throw new ApiError(0, 'network', null, cause)
  })
  if (!response.ok) {
    throw await refusalOf(response)
  }
  known.add(hash)
  return hash
}

/** The error that the server answered with. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const { code } = (body ?? {}) as { code?: ApiError['code'] }
  return new ApiError(response.status, code ?? 'unavailable', (body ?? null) as ApiError['body'])
}

async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** How many files are read in parallel. */
const parallelReads = 6

/** The layers of a saved document with their pixels. Throws where a file cannot be read. */
export async function readLayers({ id, document }: CanvasDocumentView): Promise<Layer[]> {
  const layers = document.layers.map((saved) => loadLayer(saved, new Raster()))
  const places = new Map<string, Place[]>()
  for (const [index, saved] of document.layers.entries())
    for (const { x, y, file } of 'tiles' in saved ? saved.tiles : []) {
      const raster = layers[index]?.raster
      if (raster) places.set(file, [...(places.get(file) ?? []), { raster, x, y }])
    }
  // A file that several layers have is read once.
  const files = places.entries()
  const readNext = async () => {
    for (const [file, of] of files) await readFile(id, file, of)
  }
  await Promise.all(Array.from({ length: parallelReads }, readNext))
  return layers
}

type Place = { raster: Raster; x: number; y: number }

async function readFile(id: string, file: string, places: readonly Place[]): Promise<void> {
  const response = await fetch(filePath(id, file))
  if (!response.ok) throw new ApiError(response.status, 'not_found', null)
  const image = await createImageBitmap(await response.blob())
  for (const { raster, x, y } of places)
    raster.draw({ x, y, width: image.width, height: image.height }, (context) =>
      context.drawImage(image, x, y),
    )
  image.close()
  known.add(file)
}

/** The longest side of the picture that lists show of a document, in pixels. */
const thumbnailSide = 512

/** A small picture of the document, as WebP or PNG. */
export async function thumbnailOf(
  paint: (context: CanvasRenderingContext2D) => void,
  { width, height }: Size,
): Promise<Blob> {
  const scale = Math.min(1, thumbnailSide / Math.max(width, height))
  const size = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const { canvas, context } = newCanvas(size[0] ?? 1, size[1] ?? 1)
  context.scale(scale, scale)
  paint(context)
  // Safari writes no WebP and answers with PNG, which is as good here.
  return blobOf(canvas, 'image/webp')
}
