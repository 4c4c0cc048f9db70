import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { resultFileName } from '#core/generations/rules/result-file-name.ts'

/**
 * Saves a file under a name. A file of another server is fetched first: browsers ignore the name of
 * a link to another origin. Throws where the file cannot be read, which a link would not report to
 * the page.
 */
export async function saveFile(address: string, name: string): Promise<void> {
  const isOurs = new URL(address, location.href).origin === location.origin
  if (!isOurs) return saveBlob(await (await read(address)).blob(), name)
  await read(address, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
  follow(address, name)
}

/**
 * Saves a file that is generated while it is sent, under a name. Throws where it is gone; no part of
 * it is read.
 */
export async function saveGenerated(address: string, name: string): Promise<void> {
  await read(address, { method: 'HEAD' })
  follow(address, name)
}

/**
 * Waits between two files: browsers drop downloads that follow too fast
 * (docs/spec/history.md#downloads).
 */
export function pauseBetweenFiles(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500))
}

/** The address that a result is saved from, with the settings that made it in it or without. */
export function downloadAddress({ url }: Pick<MediaView, 'url'>, withSettings: boolean): string {
  return `${url}?download${withSettings ? '' : '&settings=false'}`
}

/** Saves a text as a file. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
}

/** Saves an image as a PNG of the same size. Throws when it cannot be read. */
export async function saveAsPng(address: string, name: string): Promise<void> {
  const image = await createImageBitmap(await (await read(address)).blob())
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error(`${address} could not be made a PNG`)
  saveBlob(png, name)
}

async function read(address: string, options?: RequestInit): Promise<Response> {
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

/** Saves bytes as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const copy = URL.createObjectURL(blob)
  follow(copy, name)
  setTimeout(() => URL.revokeObjectURL(copy), 60_000)
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Where the common extension differs from the type's name. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-wav': 'wav',
  'model/gltf-binary': 'glb',
}

type NamedGeneration = Pick<GenerationView, 'prompt' | 'model' | 'created_at'>

/** The name a result is saved under, as the server names the same file. */
export function fileNameOf(
  { prompt, model, created_at }: NamedGeneration,
  media: MediaView,
): string {
  const type = media.content_type.split(';')[0]?.trim() ?? ''
  const ending = endings[type] ?? (type.split('/')[1] || 'bin')
  return resultFileName({
    createdAt: created_at,
    prompt,
    model,
    number: media.position,
    extension: `.${ending}`,
  })
}
