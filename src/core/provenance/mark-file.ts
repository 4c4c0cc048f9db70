import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { planPacket, readPlanned, type Segment } from '#core/media/embedding/embed-packet.ts'
import type { SignClaim } from '#core/parsers/parser-tasks.ts'
import type { ByteRange } from '#platform/storage/storage.ts'
import { fileInMemory, librarySettings, loadC2pa } from './c2pa-library.ts'
import {
  describeManifest,
  type Ingredient,
  ingredientTitles,
  type ManifestKind,
} from './rules/manifest.ts'
import { type Mark, type MarkState, markFields } from './rules/mark.ts'
import { markProperties, writeXmp } from './rules/xmp.ts'

/** A file that an ingredient's manifest is taken from. */
export type IngredientFile = Ingredient & { content: Uint8Array | null }

/**
 * A file to mark, in memory or on the disk; on the disk the marked one is written to `to`. `xmp`:
 * metadata instead of the mark alone, which contains it. `signer`: `null` makes no manifest.
 */
export type FileToMark = {
  file: { content: Uint8Array } | { from: string; to: string }
  contentType: string
  mark: Mark
  kind: ManifestKind
  xmp: string | null
  ingredients: readonly IngredientFile[]
  signer: { alg: string; reserveSize: number } | null
}

/**
 * What became of it. `content`: the marked file, where it was given in memory and has changed.
 * `fault`: why it got no manifest, although its format allows one.
 */
export type MarkedFile = { state: MarkState; content: Uint8Array | null; fault: string | null }

/** The formats that the library can sign. It writes an ID3 tag before a FLAC, which players refuse. */
const signed: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp'],
  ...['video/mp4', 'video/quicktime', 'audio/mp4', 'audio/mpeg', 'audio/wav'],
])

/** The library keeps a file in memory more than three times. In bytes. */
const maxSigned = 100 * 1024 * 1024

/** How a manifest begins in a file of any format: the type of its box, of which `c2pa` is a part. */
const manifestStart = Buffer.from('c2pa\0\x11\0\x10\x80\0\0\xaa\0\x38\x9b\x71', 'latin1')

/** XMP that names a manifest elsewhere. */
const remoteManifest = Buffer.from('dcterms:provenance')

/**
 * Marks a file: with metadata where its format has a place for it, and with a manifest where the
 * library can sign it. One that is signed already gets ours around its own manifest, which stays
 * valid; where that is impossible it is left as it is. Runs in a process of core/parsers.
 */
export async function markFile(
  { file, ...options }: FileToMark,
  sign: SignClaim,
): Promise<MarkedFile> {
  if ('content' in file) {
    const { content, ...marked } = await markContent(Buffer.from(file.content), options, sign)
    return { ...marked, content }
  }
  const { size } = await stat(file.from)
  if (size > maxSigned) return markOnDisk(file, size, options)
  const { content, ...marked } = await markContent(await readFile(file.from), options, sign)
  if (content) await writeFile(file.to, content)
  return { ...marked, content: null }
}

type Options = Omit<FileToMark, 'file'>

async function markContent(bytes: Buffer, options: Options, sign: SignClaim): Promise<MarkedFile> {
  const { contentType, signer } = options
  const isSigned = hasManifest(bytes)
  const plan = await planMark(options, bytes.length, async (start, end) =>
    bytes.subarray(start, end),
  )
  const withMetadata = plan ? assemble(plan, bytes) : bytes
  if (signer && signed.has(contentType)) {
    const original = isSigned ? bytes : null
    const content = await trySign(withMetadata, { ...options, signer }, original, sign)
    if (content instanceof Uint8Array) return { state: 'signed', content, fault: null }
    if (isSigned) return { state: 'kept', content: null, fault: content.fault }
    return { ...unsigned(plan, withMetadata), fault: content.fault }
  }
  if (isSigned) return { state: 'kept', content: null, fault: null }
  return { ...unsigned(plan, withMetadata), fault: null }
}

function unsigned(plan: Segment[] | null, content: Uint8Array) {
  return plan ? { state: 'metadata' as const, content } : { state: 'none' as const, content: null }
}

/** A file too large for the library: metadata alone. */
async function markOnDisk(
  { from, to }: { from: string; to: string },
  bytes: number,
  options: Options,
): Promise<MarkedFile> {
  if (await hasManifestOnDisk(from)) return { state: 'kept', content: null, fault: null }
  const handle = await open(from)
  try {
    const plan = await planMark(options, bytes, async (start, end) => {
      const piece = Buffer.alloc(end - start)
      await handle.read(piece, 0, piece.length, start)
      return piece
    })
    if (!plan) return { state: 'none', content: null, fault: null }
    const part = async (range: ByteRange) => createReadStream(from, range)
    await pipeline(readPlanned(part, plan), createWriteStream(to))
    return { state: 'metadata', content: null, fault: null }
  } finally {
    await handle.close()
  }
}

function planMark(
  { contentType, mark, xmp }: Options,
  bytes: number,
  read: (start: number, end: number) => Promise<Buffer>,
): Promise<Segment[] | null> {
  const packet = { xmp: xmp ?? writeXmp([markProperties(mark)]), fields: markFields(mark) }
  return planPacket(read, { bytes, contentType, ...packet, evenSigned: true })
}

function assemble(plan: Segment[], bytes: Buffer): Buffer {
  const part = (segment: Segment) =>
    segment instanceof Uint8Array ? segment : bytes.subarray(segment.start, segment.end)
  return Buffer.concat(plan.map(part))
}

/** Signs a file. `original`: with the manifest that it had, which becomes an ingredient. */
async function trySign(
  content: Buffer,
  {
    contentType,
    mark,
    kind,
    ingredients,
    signer,
  }: Options & { signer: NonNullable<Options['signer']> },
  original: Buffer | null,
  sign: SignClaim,
): Promise<Uint8Array | { fault: string }> {
  const { result, received } = ingredientTitles
  const title = kind === 'made' ? received : result
  const own = original && ownVersion(contentType, title, original)
  const others = own
    ? ingredients.map((each) => ({ ...each, relationship: 'inputTo' as const }))
    : ingredients
  const all = own ? [own, ...others] : others
  let signatureError: { error: unknown } | null = null
  try {
    const { WasmBuilder } = await loadC2pa()
    const manifest = describeManifest(mark, { kind, contentType, ingredients: all })
    using builder = WasmBuilder.fromJson(JSON.stringify(manifest), librarySettings())
    for (const { content: file, ...ingredient } of all) {
      const json = JSON.stringify({ ...ingredient, instance_id: ingredient.label })
      if (file) await builder.addIngredientFromBlob(json, ingredient.format, blob(file, ingredient))
      else builder.addIngredient(json)
    }
    const signing = {
      ...signer,
      sign: async (claim: Uint8Array) => {
        try {
          return Uint8Array.from(await sign(claim))
        } catch (error) {
          signatureError = { error }
          throw error
        }
      },
    }
    return await builder.sign(signing, [], contentType, fileInMemory(content, contentType))
  } catch (error) {
    if (signatureError) throw error
    // What panicked cannot be used again: our process is ended, and the pool tries once more.
    if (error instanceof Error && error.name === 'RuntimeError') process.exit(1)
    return { fault: String(error instanceof Error ? error.message : error) }
  }
}

function blob(content: Uint8Array, { format }: Ingredient): Blob {
  return fileInMemory(content, format)
}

function ownVersion(format: string, title: string, content: Buffer): IngredientFile {
  return { label: 'signed-before', title, format, relationship: 'parentOf', content }
}

function hasManifest(bytes: Buffer): boolean {
  return bytes.includes(manifestStart) || bytes.includes(remoteManifest)
}

async function hasManifestOnDisk(from: string): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(from, { highWaterMark: 1024 * 1024 })) {
    const piece = Buffer.concat([tail, chunk as Buffer])
    if (hasManifest(piece)) return true
    tail = piece.subarray(-remoteManifest.length)
  }
  return false
}
