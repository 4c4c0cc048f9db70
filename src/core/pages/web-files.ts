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
  '.m4a': 'audio/mp4',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  // Browsers show no text/markdown.
  '.md': 'text/plain; charset=utf-8',
}
const compressible = /^(text\/|image\/svg|application\/json)/

/** How the build names its own compressed files. */
const compressed = { br: '.br', gzip: '.gz' } as const

/**
 * Reads the built web application into memory (a few megabytes). Keys are paths such as `/a.js`.
 * Hidden directories are left out.
 */
export async function readWebFiles(place: string): Promise<Map<string, WebFile>> {
  // `place` is a link to the newest build: all files are read from the same build, even if the link
  // changes meanwhile.
  const directory = await realpath(place)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(directory, file).startsWith('.'))
    .filter((file) => !Object.values(compressed).some((ending) => file.endsWith(ending)))
  const read = await Promise.all(
    files.map(async (file): Promise<[string, WebFile]> => {
      const key = `/${path.relative(directory, file).split(path.sep).join('/')}`
      return [key, await readWebFile(file)]
    }),
  )
  return new Map(read)
}

async function readWebFile(file: string): Promise<WebFile> {
  const contentType = types[path.extname(file)] ?? 'application/octet-stream'
  const body = await readFile(file)
  // A page is compressed after its language and theme are set.
  if (path.extname(file) === '.html') return describeFile(body, contentType, {})
  try {
    const [br, gzip] = await Promise.all([
      readFile(file + compressed.br),
      readFile(file + compressed.gzip),
    ])
    return describeFile(body, contentType, { br, gzip })
  } catch {
    return makeWebFile(body, contentType)
  }
}

/** A page, not compressed yet. */
export function describePage(html: string): WebFile {
  return describeFile(Buffer.from(html), types['.html'] ?? '', {})
}

function describeFile(body: Buffer, contentType: string, encodings: WebFile['encodings']): WebFile {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, contentType, encodings }
}

/** Prepares a file for sending; texts are compressed. */
export async function makeWebFile(body: Buffer, contentType: string): Promise<WebFile> {
  const encodings = compressible.test(contentType) ? await compress(body) : {}
  return describeFile(body, contentType, encodings)
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
