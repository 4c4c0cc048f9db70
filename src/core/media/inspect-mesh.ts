import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import {
  checkGlbHeader,
  checkGlbJson,
  glbChunkHeaderLength,
  glbHeaderLength,
  InvalidGlb,
  maxGlbJson,
  readGlbChunk,
} from './glb-rules.ts'
import type { InspectedFile } from './inspected-file.ts'

/** The most chunks of a file: the format has two, and extensions may add some. */
const maxChunks = 16

/**
 * Inspects a 3D object (GLB) of `bytes` bytes: its chunks fill it exactly, and its description fits
 * what it contains. Nothing but the description is read. Throws `InvalidMedia`, and what `read` throws.
 * It runs in a parser (core/parsers), because a long description keeps it busy.
 */
export async function inspectMesh(
  read: ReadFile,
  { bytes }: { bytes: number },
): Promise<InspectedFile> {
  try {
    checkGlbHeader(await read(0, Math.min(bytes, glbHeaderLength)), bytes)
    const { json, binaryBytes } = await readChunks(read, bytes)
    checkGlbJson(json, binaryBytes)
    return { width: null, height: null, durationMs: null, fps: null }
  } catch (error) {
    throw error instanceof InvalidGlb ? new InvalidMedia(error.message) : error
  }
}

/** The description, and how long the binary chunk is; 0 where there is none. */
async function readChunks(read: ReadFile, bytes: number) {
  let json: string | null = null
  let binaryBytes = 0
  let at = glbHeaderLength
  for (let chunks = 0; at < bytes; chunks++) {
    if (chunks === maxChunks) throw new InvalidGlb('There are too many chunks')
    const start = at + glbChunkHeaderLength
    const head = await read(at, Math.min(bytes, start))
    const chunk = readGlbChunk(head, Math.max(0, bytes - start))
    if (chunks === 0) json = await readJson(read, chunk, start)
    else if (chunk.isBinary && binaryBytes === 0) binaryBytes = chunk.bytes
    at = start + chunk.bytes
  }
  if (json === null) throw new InvalidGlb('There is no description')
  return { json, binaryBytes }
}

async function readJson(
  read: ReadFile,
  { isJson, bytes }: { isJson: boolean; bytes: number },
  start: number,
): Promise<string> {
  if (!isJson) throw new InvalidGlb('The first chunk is no description')
  if (bytes > maxGlbJson) throw new InvalidGlb(`The description has ${bytes} bytes`)
  return (await read(start, start + bytes)).toString('utf8')
}
