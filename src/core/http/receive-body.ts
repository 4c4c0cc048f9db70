import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { maxUploadBytes, uploadIdleTime } from '#core/media/upload-rules.ts'
import { Refused } from '#core/refused.ts'
import type { RequestContext } from './env.ts'
import { HttpError } from './errors.ts'

/** The allowed size of everything around the file: boundaries, part headers, fields. In bytes. */
const maxAround = 1024 ** 2

/** Everything but the file is ignored, so little of it is read. */
const limits = {
  fields: 20,
  fieldSize: 64 * 1024,
  parts: 30,
  headerPairs: 50,
  headerSize: 16 * 1024,
}

/** Documents a body with one file. */
export const multipart = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: { file: { type: 'string' as const, format: 'binary' } },
        required: ['file'],
      },
    },
  },
}

/**
 * Yields the one file of a multipart body as it arrives, with any field name. It ends only when the
 * whole body has arrived and is valid. Throws `HttpError`, and `Refused` `file_too_large` before
 * reading a body with a too large content-length. When the reader stops early the rest is read and
 * discarded, so that the sender gets the answer.
 */
export async function* fileOf(c: RequestContext): AsyncGenerator<Uint8Array> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new HttpError('multipart_expected')
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > maxUploadBytes + maxAround) throw tooLarge()

  const parsing = parse(type, arriving(c.req.raw.body ?? new ReadableStream()))
  try {
    const file = await parsing.firstFile
    if (!file) throw new HttpError('no_file')
    yield* file.iterator({ destroyOnReturn: false })
    await parsing.whole
    if (file.bytesRead === 0) throw new Refused({ reason: 'empty_file' })
  } finally {
    parsing.skip()
    await parsing.whole.catch(() => undefined)
  }
}

function tooLarge(): Refused {
  return new Refused({ reason: 'file_too_large', max: maxUploadBytes })
}

/** The text fields of a multipart body in order, by their names. */
export type FormFields = [name: string, value: string][]

/**
 * Reads a multipart body with several files, at most `maxUploadBytes` together: `take` receives each
 * as it arrives. Resolves with the text fields when everything has arrived and is taken. Throws
 * `HttpError`, `Refused` `file_too_large`, and what `take` throws; the rest is then read and
 * discarded.
 */
export async function readForm(
  c: RequestContext,
  take: (name: string, file: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<FormFields> {
  const type = c.req.header('content-type') ?? ''
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > maxUploadBytes + maxAround) throw tooLarge()

  const fields: FormFields = []
  const taken: Promise<void>[] = []
  const unread = new Set<BusboyFileStream>()
  const whole = Promise.withResolvers<void>()
  const busboy = open(type)
  const body = arriving(c.req.raw.body ?? new ReadableStream())
  const fail = (error: unknown) => {
    const failure = isOurs(error) ? error : new HttpError('broken_upload')
    whole.reject(failure)
    for (const file of unread) file.destroy(failure)
    body.destroy()
  }
  busboy.on('field', (name, value, _nameIsCut, valueIsCut) => {
    if (valueIsCut) fail(new HttpError('too_large', String(limits.fieldSize)))
    fields.push([name, value])
  })
  busboy.on('file', (name: string, file: BusboyFileStream) => {
    unread.add(file)
    file.on('error', fail)
    const taking = take(name, file.iterator({ destroyOnReturn: false })).finally(() => {
      unread.delete(file)
      if (!file.destroyed) file.resume()
    })
    // Awaited below, after the whole body.
    taking.catch(() => undefined)
    taken.push(taking)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    busboy.on(limit, () => fail(new HttpError('broken_upload')))
  busboy.on('finish', () => whole.resolve())
  busboy.on('error', fail)
  body.on('error', fail)
  body.pipe(busboy)
  const [arrived] = await Promise.allSettled([whole.promise])
  for (const result of [...(await Promise.allSettled(taken)), arrived])
    if (result.status === 'rejected') throw result.reason
  return fields
}

function isOurs(error: unknown): error is Error {
  return error instanceof Refused || error instanceof HttpError
}

/** Parses the body; `whole` rejects when it breaks off or contains several files. */
function parse(type: string, body: Readable) {
  const files: BusboyFileStream[] = []
  const busboy = open(type)
  const found = Promise.withResolvers<BusboyFileStream | null>()
  const whole = Promise.withResolvers<void>()
  const fail = (error: unknown) => {
    const failure = isOurs(error) ? error : new HttpError('broken_upload')
    whole.reject(failure)
    found.reject(failure)
    for (const file of files) file.destroy(failure)
    body.destroy()
  }
  // The caller that awaits one of them gets its error.
  whole.promise.catch(() => undefined)
  found.promise.catch(() => undefined)
  busboy.on('file', (_field: string, file: BusboyFileStream) => {
    files.push(file)
    file.on('error', fail)
    if (files.length > 1) file.resume()
    else found.resolve(file)
  })
  busboy.on('finish', () => {
    found.resolve(null)
    if (files.length > 1) whole.reject(new HttpError('one_file_only'))
    else whole.resolve()
  })
  busboy.on('error', fail)
  body.on('error', fail)
  body.pipe(busboy)
  const skip = () => {
    for (const file of files) if (!file.destroyed) file.resume()
  }
  return { firstFile: found.promise, whole: whole.promise, skip }
}

function open(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    throw new HttpError('broken_upload')
  }
}

/** The body's bytes, until the limit is exceeded or the body ends. */
function arriving(body: ReadableStream<Uint8Array>): Readable {
  return Readable.from(watched(body), { objectMode: false })
}

async function* watched(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of withoutStalling(body)) {
    bytes += chunk.length
    if (bytes > maxUploadBytes + maxAround) throw tooLarge()
    yield chunk
  }
}

/**
 * A body as it arrives, `null` being empty. Throws `HttpError` `upload_stalled` when its sender
 * falls silent.
 */
export async function* withoutStalling(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await readInTime(reader)
    if (done) return
    yield value
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const stalled = Promise.withResolvers<never>()
  const timer = setTimeout(() => stalled.reject(new HttpError('upload_stalled')), uploadIdleTime)
  try {
    return await Promise.race([reader.read(), stalled.promise])
  } finally {
    clearTimeout(timer)
  }
}
