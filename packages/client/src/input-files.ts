import type { components } from './api-types.ts'
import { invalidArgument } from './errors.ts'
import type { Http } from './http.ts'

/** Any value of a field; a `Blob` or `File` is uploaded. */
export type InputValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Blob
  | readonly InputValue[]
  | { readonly [name: string]: InputValue }

type ImageUploaded = components['schemas']['ImageUploaded']
type VideoUploaded = components['schemas']['VideoUploaded']

/** The limit of the API, in bytes. */
const maxUploadBytes = 52_428_800

/** Uploads a file, which is kept for a day, and returns its address. */
export async function uploadFile(http: Http, file: Blob, signal?: AbortSignal): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  if (await isStillImage(file)) {
    const path = '/api/upload-image-wan-i2v'
    const options = { body, signal, isLong: true }
    return (await http.json<ImageUploaded>('POST', path, options)).imageUrl
  }
  const options = { body, signal, isLong: true }
  return (await http.json<VideoUploaded>('POST', '/api/upload-video', options)).data.video_url
}

/** Replaces every file of an input by the address of its upload; a file that occurs twice is sent once. */
export async function withUploads(
  http: Http,
  input: Readonly<Record<string, InputValue>>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  for (const [name, value] of Object.entries(input)) checkFiles(name, value)
  const uploads = new Map<Blob, Promise<string>>()
  const replace = async (value: InputValue): Promise<unknown> => {
    if (value instanceof Blob) {
      const upload = uploads.get(value) ?? uploadFile(http, value, signal)
      uploads.set(value, upload)
      return upload
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return Promise.all(value.map(replace))
    const entries = Object.entries(value).map(async ([name, one]) => [name, await replace(one)])
    return Object.fromEntries(await Promise.all(entries))
  }
  return (await replace(input)) as Record<string, unknown>
}

/** Throws before anything is sent, naming the field. */
function checkFiles(field: string, value: InputValue): void {
  if (value instanceof Blob) {
    if (value.size === 0) throw invalidArgument(field, `${field}: the file is empty.`)
    if (value.size > maxUploadBytes) {
      const message = `${field}: the file has ${value.size} bytes; at most ${maxUploadBytes} are allowed.`
      throw invalidArgument(field, message)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) checkFiles(field, one)
  }
}

/** Whether the bytes begin like those of a PNG, JPEG, WebP, AVIF or HEIC image. */
async function isStillImage(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return /^(\x89PNG|\xff\xd8\xff|RIFF.{4}WEBP|.{4}ftyp(avi[fs]|he[iv][cx]|mif1|msf1))/s.test(head)
}
