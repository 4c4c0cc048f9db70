import { typeOfDataUrl } from '../http/data-url.ts'
import type { Asset } from '../provider.ts'

type Json = Record<string, unknown>
type Medium = Asset['medium']

/** The maximum number of files in a result; what is paid for is fewer. */
const maxAssets = 64

/** The largest number that the database's columns hold. */
export const maxInteger = 2 ** 31 - 1

/** The names of results, the usual first. */
const names: readonly (readonly [Medium, readonly string[]])[] = [
  ['image', ['images', 'image']],
  ['video', ['video', 'videos', 'video_url', 'video_urls']],
  ['audio', ['audio', 'audios', 'audio_file', 'audio_url', 'audio_urls']],
]

/** The names of a 3D object, the usual first; an answer has it in several formats or qualities. */
const meshNames = ['model_mesh', 'model_glb', 'model_glb_pbr', 'pbr_model', 'model', 'mesh', 'glb']

/** Words in the name of a result, or of its content type. */
const words: readonly (readonly [Medium, RegExp])[] = [
  ['video', /video|movie|mp4/],
  ['audio', /audio|speech|music|song|sound|voice/],
  ['image', /image|picture|photo/],
]

/** Files beside a result that are not what was asked for. */
const besides = /thumbnail|mask|preview|poster|sprite|zip|input|source|original|rendered/

/** Objects that hold the result in some endpoints. */
const wrappers = ['data', 'output', 'result', 'results']

/**
 * The files of a result: a 3D object, without the images that show it; else those under the usual names, else whatever file has a name that says what
 * it is, else those inside an object that wraps the result.
 */
export function readFiles(answer: Json): Asset[] {
  const mesh = readMesh(answer)
  if (mesh) return [mesh]
  const flags = listOf(answer.has_nsfw_concepts)
  const usual = names.flatMap(([medium, keys]) => {
    const key = keys.find((name) => assetsOf(medium, answer[name]).length > 0)
    return key === undefined ? [] : assetsOf(medium, answer[key], flags)
  })
  if (usual.length > 0) return usual
  const other = Object.entries(answer).flatMap(([name, value]) => {
    const medium = besides.test(name) ? undefined : mediumOf(name, value)
    return medium ? assetsOf(medium, value) : []
  })
  if (other.length > 0) return other.slice(0, maxAssets)
  const wrapped = wrappers.map((name) => asObject(answer[name])).find((inner) => hasKeys(inner))
  return wrapped ? readFiles({ ...wrapped, ...emptyWrappers }) : []
}

/** One file of a 3D object: a GLB where one is named so, otherwise the first. */
function readMesh(answer: Json): Asset | undefined {
  const urls = asObject(answer.model_urls)
  const files = [
    ...meshNames.map((name) => answer[name]),
    urls.glb,
    urls.pbr_model,
    urls.base_model,
  ]
  const found = files.flatMap((file) =>
    readAsset('mesh', [file].flat()[0], false).map((asset) => ({ asset, file })),
  )
  return (found.find(({ asset, file }) => isGlb(asset.url, file)) ?? found[0])?.asset
}

/** Whether a file is called a GLB. Its stated type alone says nothing: some say `image/png`. */
function isGlb(url: string, file: unknown): boolean {
  const { file_name: name, content_type: type } = asObject([file].flat()[0])
  return (
    type === 'model/gltf-binary' ||
    [name, url].some((one) => typeof one === 'string' && /\.glb([?#]|$)/i.test(one))
  )
}

/** Wrappers are not followed twice. */
const emptyWrappers = Object.fromEntries(wrappers.map((name) => [name, undefined]))

const hasKeys = (value: Json) => Object.keys(value).length > 0

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function mediumOf(name: string, value: unknown): Medium | undefined {
  const [first] = [value].flat()
  const type = asObject(first).content_type
  const inline = typeof first === 'string' ? typeOfDataUrl(first) : ''
  const described = `${name} ${typeof type === 'string' ? type : inline}`.toLowerCase()
  return words.find(([, pattern]) => pattern.test(described))?.[0]
}

/** A file, an address, or a list of either. Only images can be flagged. */
function assetsOf(medium: Medium, value: unknown, flags: unknown[] = []): Asset[] {
  const files = [value].flat().slice(0, maxAssets)
  return files.flatMap((file, index) =>
    readAsset(medium, file, medium === 'image' && flags[index] === true),
  )
}

function readAsset(medium: Medium, file: unknown, flagged: boolean): Asset[] {
  const { url, width, height } = asObject(typeof file === 'string' ? { url: file } : file)
  if (typeof url !== 'string' || !/^(https?:\/\/|data:)/i.test(url)) return []
  return [{ medium, url, width: countOf(width), height: countOf(height), flagged }]
}

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

/** A whole number that a column holds; `null` for anything else. */
export function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxInteger
    ? Number(value)
    : null
}
