import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'
import { maxDocumentName, maxSide, plainName } from '../rules.ts'
import { createEditor } from './document/editor-store.ts'
import { readImage } from './document/image-files.ts'
import type { Layer } from './document/layers.ts'
import { fitInto, sayReduced } from './document/place-image.ts'
import { Raster } from './document/raster.ts'
import { saveNow } from './document/use-saving.ts'
import type { Size } from './pixels/pixels.ts'

/** The sizes that a new canvas is offered in, in pixels. */
export const sizes: readonly [Size, ...Size[]] = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1920, height: 1080 },
  { width: 2048, height: 2048 },
  { width: 4096, height: 4096 },
]

export const canvasesPath = '/canvas'
export const canvasPath = (id: string) => `${canvasesPath}/${id}`

/** The account's canvases, the last changed first. */
export const canvasesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['canvases'],
    queryFn: ({ pageParam, signal }) =>
      request('GET', '/api/canvas/documents', {
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: retryUnlessRefused,
  })

/** A canvas with its layers; read anew each time that it is opened. */
export const canvasQuery = (id: string) =>
  queryOptions({
    queryKey: ['canvas', id],
    queryFn: ({ signal }) =>
      request('GET', '/api/canvas/documents/{id}', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryUnlessRefused,
  })

/** Makes an empty canvas. Returns its id. Throws `ApiError`. */
export async function createEmpty(size: Size, name: string = m.canvas_untitled()): Promise<string> {
  const document = { format: 1 as const, layers: [] }
  const made = await request('POST', '/api/canvas/documents', { body: { name, ...size, document } })
  return made.id
}

/**
 * Makes a canvas as large as an image, a file or one at an address, with it as its lowest layer.
 * `source`: the result that it is. Returns its id. Throws `ApiError`, and an error where the browser
 * cannot open the image.
 */
export async function createFromImage(
  image: Blob | string,
  name: string,
  source?: Layer['source'],
): Promise<string> {
  const read = await readImage(image)
  const pixels = fitInto(read, { width: maxSide, height: maxSide })
  if (pixels.width < read.original.width) sayReduced(name, pixels)
  const size = { width: pixels.width, height: pixels.height }
  const raster = new Raster()
  raster.write(pixels, { x: 0, y: 0 })
  const editor = createEditor(size)
  editor.addLayer({ kind: 'image', name: m.canvas_image(), raster, ...(source && { source }) })
  const id = await createEmpty(size, plainName(name, maxDocumentName) || undefined)
  await saveNow(editor, { id, version: 1, name: '' })
  return id
}

/** Saves what is open as another canvas. Returns its id. Throws `ApiError`. */
export async function saveCopy(
  editor: ReturnType<typeof createEditor>,
  name: string,
): Promise<string> {
  const id = await createEmpty(editor.store.getState().size, name)
  await saveNow(editor, { id, version: 1, name })
  return id
}
