import type { FileKind, InputSchema } from './endpoints/input-schema.ts'
import { type ErrorDetail, fileErrors, fileTooLarge } from './errors.ts'
import { type InputFile, unfetched, validateFile } from './input-file.ts'

export type OpenedInputs = { ok: true; files: InputFile[] } | { ok: false; detail: ErrorDetail[] }

/** The sources of input files. */
export type FileSource = {
  /** The files in the emulator's own storage. */
  upload(id: string): Promise<Uint8Array | undefined>
  /** Whether to fetch other files; otherwise each is assumed to exist. */
  fetches: boolean
}

const mostBytes: Record<FileKind, number> = {
  image: 50 * 1024 * 1024,
  video: 200 * 1024 * 1024,
  audio: 200 * 1024 * 1024,
}
const upload = /^http:\/\/127\.0\.0\.1:\d+\/files\/uploads\/([0-9a-f-]{36})\//

type Named = { field: string; kind: FileKind; loc: ErrorDetail['loc']; address: string }

/**
 * Fetches and validates every file that a validated input names, or returns the provider's errors
 * for unusable ones.
 */
export async function openInputs(
  schema: InputSchema,
  input: Record<string, unknown>,
  source: FileSource,
): Promise<OpenedInputs> {
  const opened = await Promise.all(namedIn(schema, input).map((named) => open(named, source)))
  const detail = opened.flatMap((one) => ('issue' in one ? one.issue : []))
  if (detail.length > 0) return { ok: false, detail }
  return { ok: true, files: opened.flatMap((one) => ('file' in one ? one.file : [])) }
}

function namedIn(schema: InputSchema, input: Record<string, unknown>): Named[] {
  return Object.entries(schema).flatMap(([field, { file: kind }]) => {
    const value = input[field]
    if (!kind || value === undefined || value === null) return []
    if (!Array.isArray(value))
      return [{ field, kind, loc: ['body', field], address: String(value) }]
    return value.map((address, index) => ({
      field,
      kind,
      loc: ['body', field, index],
      address: String(address),
    }))
  })
}

type Opened = { file: InputFile } | { issue: ErrorDetail }

async function open({ field, kind, loc, address }: Named, source: FileSource): Promise<Opened> {
  const reject = (error: ErrorDetail) => ({ issue: { ...error, loc, input: address } })
  const got = await get(address, mostBytes[kind], source)
  if ('failure' in got) {
    return reject(got.failure === 'too-large' ? fileTooLarge(mostBytes[kind]) : fileErrors.download)
  }
  if (!source.fetches) return { file: { field, ...unfetched } }
  const validated = await validateFile(got.data, kind)
  if (validated) return { file: { field, data: got.data, ...validated } }
  return reject(fileErrors[kind])
}

/**
 * Files of the emulator's own storage are read directly: after a restart it may have another port.
 */
async function get(
  address: string,
  limit: number,
  { upload: find, fetches }: FileSource,
): Promise<FetchedFile> {
  const id = upload.exec(address)?.[1]
  if (id === undefined) return fetches ? fetchFile(address, limit) : unfetched
  const data = await find(id)
  return data ? { data } : { failure: 'unreachable' }
}

export type FetchedFile = { data: Uint8Array } | { failure: 'unreachable' | 'too-large' }

const patience = 30_000

/** Gets a file by its address, http, https or data. Loopback is allowed: the product runs there. */
async function fetchFile(address: string, limit: number): Promise<FetchedFile> {
  if (!/^(https?|data):/i.test(address) || !URL.canParse(address)) return { failure: 'unreachable' }
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
    if (!response.ok) {
      await response.body?.cancel()
      return { failure: 'unreachable' }
    }
    const data = await readAtMost(response.body, limit)
    return data ? { data } : { failure: 'too-large' }
  } catch {
    return { failure: 'unreachable' }
  }
}

/**
 * The whole of a body, or nothing when it has more than `limit` bytes; then it is not read to its
 * end.
 */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > limit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
