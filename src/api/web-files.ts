import { createHash } from 'node:crypto'
import { readdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type WebFile = {
  body: Buffer
  etag: string
  contentType: string
  encodings: Partial<Record<'br' | 'gzip', Buffer>>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
const compressible = /^(text\/|image\/svg|application\/json)/

/**
 * Reads the built web application into memory (about a megabyte), compressed once. Keys are paths
 * such as `/a.js`.
 */
export async function readWebFiles(place: string): Promise<Map<string, WebFile>> {
  // `place` is a link to the newest build: all files are read from the same build, even if the link
  // changes meanwhile.
  const directory = await realpath(place)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const read = await Promise.all(
    files.map(async (file): Promise<[string, WebFile]> => {
      const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
      return [key, await readWebFile(file)]
    }),
  )
  return new Map(read)
}

async function readWebFile(file: string): Promise<WebFile> {
  return makeWebFile(await readFile(file), types[path.extname(file)] ?? 'application/octet-stream')
}

/** Prepares a file for sending; texts are compressed. */
export async function makeWebFile(body: Buffer, contentType: string): Promise<WebFile> {
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    contentType,
    encodings: compressible.test(contentType) ? await compress(body) : {},
  }
}

/** Compresses a text in the encodings of browsers. */
async function compress(body: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(body, quality),
    promisify(gzip)(body),
  ])
  return { br, gzip: zipped }
}
