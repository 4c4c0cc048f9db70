import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import type { AllParts } from '#core/parts.ts'
import { afterFile } from './after-file.ts'
import { mediaPath } from './sample-media.ts'

/**
 * A provider's file host on loopback: serves configured answers, including faulty ones.
 */
export type FileHost = {
  url: string
  /**
   * Answers at this path with these bytes, this JSON, or whatever the listener does. Gives the
   * address.
   */
  serve(name: string, answer: Buffer | object | RequestListener): string
}

/** A file host of the test file's own. */
export async function testFileHost(): Promise<FileHost> {
  const answers = new Map<string, RequestListener>()
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    serve: (name, answer) => {
      answers.set(`/${name}`, listenerOf(answer))
      return `${url}/${name}`
    },
  }
}

function listenerOf(answer: Buffer | object | RequestListener): RequestListener {
  if (typeof answer === 'function') return answer as RequestListener
  const body = Buffer.isBuffer(answer) ? answer : JSON.stringify(answer)
  return (_request, response) => response.end(body)
}

/**
 * A small real video or sound, made by ffmpeg: one second, 64 × 48 at 8 frames a second; only
 * video.mp4 has both.
 */
export function sampleFile(name: string): Promise<Buffer> {
  return readFile(mediaPath(name))
}

/**
 * A file of `tests/support/media` as an upload of the account's, recorded as the endpoints do it.
 */
export async function testUpload(
  context: AllParts,
  accountId: string,
  name: string,
  contentType: string,
) {
  const [file, id] = [await sampleFile(name), randomUUID()]
  const key = `uploads/${id}/${name}`
  const stored = await storeFile(context, key, oneChunk(file), {
    maxBytes: file.length,
    contentType,
  })
  await context.database
    .insertInto('media')
    .values({
      id,
      account_id: accountId,
      generation_id: null,
      role: 'input',
      position: 0,
      storage_key: key,
      thumbnail_key: null,
      content_type: contentType,
      width: null,
      height: null,
      ...stored,
    })
    .execute()
  return { id, key, address: mediaAddress({ id, account_id: accountId }, name), bytes: file }
}

/** The names of a generation's files in local storage. */
export async function storedFilesOf(directory: string, id: string): Promise<string[]> {
  const folder = path.join(directory, 'generations', id.slice(-2))
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => name.startsWith(id))
}
