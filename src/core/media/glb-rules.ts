/** Bytes of the header of a GLB file, and of the header of each of its chunks. */
export const glbHeaderLength = 12
export const glbChunkHeaderLength = 8

/** The longest description (the JSON chunk) that is read, in bytes: an object has 10 to 500 kB. */
export const maxGlbJson = 16 * 1024 * 1024

/** The deepest nesting of the description; what the format defines has less than ten levels. */
const maxDepth = 64

/** The most entries of one list of the description, such as its nodes. */
const maxEntries = 100_000

/**
 * The most memory for numbers that the file does not contain, in bytes: a viewer fills them with
 * zeros, so a few characters could ask for gigabytes.
 */
const maxUnstored = 256 * 1024 * 1024

/** Why a file is no complete GLB; inspection turns it into `InvalidMedia`. */
export class InvalidGlb extends Error {
  override name = 'InvalidGlb'
}

export type GlbChunk = { isJson: boolean; isBinary: boolean; bytes: number }

/**
 * Reads the header of a GLB file of version 2. `bytes`: the length of the whole file, which the header
 * must state. Throws `InvalidGlb`.
 */
export function checkGlbHeader(head: Uint8Array, bytes: number): void {
  if (head.length < glbHeaderLength) throw new InvalidGlb('The file is too short')
  const view = viewOf(head)
  if (view.getUint32(0, true) !== 0x46546c67) throw new InvalidGlb('The file is no GLB')
  if (view.getUint32(4, true) !== 2) throw new InvalidGlb('The file is not of version 2')
  const stated = view.getUint32(8, true)
  if (stated !== bytes)
    throw new InvalidGlb(`The file has ${bytes} bytes and should have ${stated}`)
}

/** Reads the header of a chunk that has `left` bytes at most. Throws `InvalidGlb`. */
export function readGlbChunk(head: Uint8Array, left: number): GlbChunk {
  if (head.length < glbChunkHeaderLength) throw new InvalidGlb('A chunk has no header')
  const view = viewOf(head)
  const bytes = view.getUint32(0, true)
  const type = view.getUint32(4, true)
  if (bytes > left) throw new InvalidGlb(`A chunk of ${bytes} bytes has ${left} left`)
  return { isJson: type === 0x4e4f534a, isBinary: type === 0x004e4942, bytes }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

type Json = Record<string, unknown>

/**
 * Checks the description of a GLB file: it has a mesh, and all that it refers to is inside the file's
 * `binaryBytes`. Throws `InvalidGlb`. Files that it names elsewhere (`uri`) are allowed: what was paid
 * for is kept and can be downloaded, and the viewer never fetches them.
 */
export function checkGlbJson(text: string, binaryBytes: number): void {
  checkDepth(text)
  const gltf = parse(text)
  if (!/^2(\.\d+)?$/.test(String(asObject(gltf.asset).version)))
    throw new InvalidGlb('The description is not of version 2')
  for (const [name, list] of Object.entries(gltf))
    if (Array.isArray(list) && list.length > maxEntries)
      throw new InvalidGlb(`There are ${list.length} ${name}`)
  const meshes = listOf(gltf.meshes)
  if (!meshes.some((mesh) => listOf(mesh.primitives).length > 0))
    throw new InvalidGlb('The file has no mesh')
  const buffers = listOf(gltf.buffers).map((buffer, index) =>
    checkBuffer(buffer, index, binaryBytes),
  )
  const views = listOf(gltf.bufferViews).map((view) => checkView(view, buffers))
  checkAccessors(listOf(gltf.accessors), views)
}

/** Deep nesting is refused before it is parsed: brackets inside strings do not count. */
function checkDepth(text: string): void {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === backslash) at++
      else if (code === quote) isString = false
    } else if (code === quote) isString = true
    else if (opening.has(code)) {
      depth++
      if (depth > maxDepth) throw new InvalidGlb('The description is nested too deeply')
    } else if (closing.has(code)) depth--
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

function parse(text: string): Json {
  try {
    return asObject(JSON.parse(text))
  } catch {
    throw new InvalidGlb('The description is no JSON')
  }
}

/** The bytes of a buffer; `null`: they are elsewhere. Only the first can be the file's own. */
function checkBuffer(buffer: Json, index: number, binaryBytes: number): number | null {
  const bytes = wholeOf(buffer.byteLength, 'the length of a buffer')
  if (buffer.uri !== undefined || isCompressed(buffer)) return null
  if (index > 0 || bytes > binaryBytes)
    throw new InvalidGlb(`A buffer of ${bytes} bytes has ${index > 0 ? 0 : binaryBytes}`)
  return bytes
}

/** A buffer without bytes of its own: what is compressed is in another one. */
function isCompressed({ extensions }: Json): boolean {
  return Object.keys(asObject(extensions)).some((name) => name.endsWith('_meshopt_compression'))
}

type View = { bytes: number; stride: number | null }

function checkView(view: Json, buffers: readonly (number | null)[]): View {
  const buffer = buffers[wholeOf(view.buffer, 'the buffer of a view')]
  if (buffer === undefined) throw new InvalidGlb('A view has no buffer')
  const bytes = wholeOf(view.byteLength, 'the length of a view')
  const end = wholeOf(view.byteOffset ?? 0, 'the place of a view') + bytes
  if (buffer !== null && end > buffer) throw new InvalidGlb('A view ends behind its buffer')
  const stride = view.byteStride === undefined ? null : wholeOf(view.byteStride, 'a stride')
  return { bytes, stride }
}

/** Bytes of a number, and numbers of an element, as the format calls them. */
const numberBytes: Readonly<Record<string, number>> = {
  ...{ 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 },
}
const numbersOf: Readonly<Record<string, number>> = {
  ...{ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 },
}

function checkAccessors(accessors: readonly Json[], views: readonly View[]): void {
  let unstored = 0
  for (const accessor of accessors) {
    const size =
      (numberBytes[String(accessor.componentType)] ?? 0) * (numbersOf[String(accessor.type)] ?? 0)
    if (size === 0) throw new InvalidGlb('Numbers of an unknown type')
    const count = wholeOf(accessor.count, 'a count')
    if (accessor.bufferView === undefined) {
      unstored += count * size
      if (unstored > maxUnstored) throw new InvalidGlb('Too many numbers that are not in the file')
      continue
    }
    const view = views[wholeOf(accessor.bufferView, 'the view of numbers')]
    if (!view) throw new InvalidGlb('Numbers have no view')
    const start = wholeOf(accessor.byteOffset ?? 0, 'the place of numbers')
    const end = count === 0 ? start : start + (count - 1) * (view.stride ?? size) + size
    if (end > view.bytes) throw new InvalidGlb('Numbers end behind their view')
  }
}

function wholeOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidGlb(`Invalid: ${what}`)
  return value
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject) : []
}
