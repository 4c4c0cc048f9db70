import type { FileKind, InputSchema } from '../endpoints/schema/input-field.ts'
import { type ErrorDetail, fileErrors, fileTooLarge } from '../faults/error-bodies.ts'
import { type Fetched, fetchFile } from './fetch-file.ts'
import { type InputFile, unfetched } from './input-file.ts'
import { validateFile } from './judge-file.ts'

export type OpenedInputs = { ok: true; files: InputFile[] } | { ok: false; detail: ErrorDetail[] }

/** How files come to the engine. */
export type FileSource = {
  /** What lies in the engine's own storage. */
  upload(id: string): Promise<Uint8Array | undefined>
  /** Whether to fetch other files; without it each is taken for granted, unseen. */
  fetches: boolean
}

const mostBytes: Record<FileKind, number> = { picture: 50 * 1024 * 1024, film: 200 * 1024 * 1024 }
const upload = /^http:\/\/127\.0\.0\.1:\d+\/files\/uploads\/([0-9a-f-]{36})\//

type Named = { field: string; kind: FileKind; loc: ErrorDetail['loc']; address: string }

/**
 * Gets and judges every file that a checked input names, or says what the provider would say of
 * those it cannot use.
 */
export async function openInputs(
  schema: InputSchema,
  input: Record<string, unknown>,
  source: FileSource,
): Promise<OpenedInputs> {
  const opened = await Promise.all(namedIn(schema, input).map((named) => open(named, source)))
  const detail = opened.flatMap((one) => ('complaint' in one ? one.complaint : []))
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

type Opened = { file: InputFile } | { complaint: ErrorDetail }

async function open({ field, kind, loc, address }: Named, source: FileSource): Promise<Opened> {
  const complain = (error: ErrorDetail) => ({ complaint: { ...error, loc, input: address } })
  const got = await get(address, mostBytes[kind], source)
  if ('failure' in got) {
    return complain(
      got.failure === 'too-large' ? fileTooLarge(mostBytes[kind]) : fileErrors.download,
    )
  }
  if (!source.fetches) return { file: { field, ...unfetched } }
  const judged = await validateFile(got.data, kind)
  if (judged) return { file: { field, data: got.data, ...judged } }
  return complain(kind === 'picture' ? fileErrors.image : fileErrors.video)
}

/** The engine's own storage is asked itself: after a restart it may have another port. */
async function get(
  address: string,
  limit: number,
  { upload: find, fetches }: FileSource,
): Promise<Fetched> {
  const id = upload.exec(address)?.[1]
  if (id === undefined) return fetches ? fetchFile(address, limit) : unfetched
  const data = await find(id)
  return data ? { data } : { failure: 'unreachable' }
}
