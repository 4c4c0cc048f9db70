import { type FileSettings, readSettingsPacket } from '#core/media/file-settings-contract.ts'

/** The largest packet that is read, in bytes. */
const maxPacket = 256 * 1024

/** The maximum number of parts of a file that are looked at. */
const maxParts = 2_000

/**
 * Reads the settings in a PNG, JPEG, WebP, MP4 or QuickTime file without reading all of it.
 * `null`: it has none of ours; `invalid`: they are damaged. Never throws, whatever the file is.
 */
export async function readFileSettings(file: Blob): Promise<FileSettings | 'invalid' | null> {
  try {
    let found: 'invalid' | null = null
    for await (const packet of packetsIn(file)) {
      const settings = readSettingsPacket(packet)
      if (settings !== null && settings !== 'invalid') return settings
      found ??= settings
    }
    return found
  } catch {
    return null
  }
}

async function* packetsIn(file: Blob): AsyncGenerator<string> {
  const head = await read(file, 0, 16)
  if (head.getUint32(0) === 0x89504e47) yield* inPng(file)
  else if (head.getUint16(0) === 0xffd8) yield* inJpeg(file)
  else if (head.getUint32(0) === 0x52494646 && head.getUint32(8) === 0x57454250) yield* inWebp(file)
  else if (textOf(head, 4, 8) === 'ftyp') yield* inIsoFile(file)
}

async function* inPng(file: Blob): AsyncGenerator<string> {
  for (let [at, parts] = [8, 0]; at + 8 <= file.size && parts < maxParts; parts++) {
    const head = await read(file, at, at + 30)
    const length = head.getUint32(0)
    if (textOf(head, 4, 8) === 'iTXt' && textOf(head, 8, 25) === 'XML:com.adobe.xmp')
      yield await text(file, at + 30, at + 8 + length)
    at += 12 + length
  }
}

async function* inJpeg(file: Blob): AsyncGenerator<string> {
  for (let [at, parts] = [2, 0]; at + 4 <= file.size && parts < maxParts; parts++) {
    const head = await read(file, at, at + 33)
    const marker = head.getUint16(0)
    // Only segments of applications stand before the pixels.
    if (marker < 0xffe0 || marker > 0xffef) return
    const end = at + 2 + head.getUint16(2)
    if (marker === 0xffe1 && textOf(head, 4, 32) === 'http://ns.adobe.com/xap/1.0/')
      yield await text(file, at + 33, end)
    at = end
  }
}

async function* inWebp(file: Blob): AsyncGenerator<string> {
  for (let [at, parts] = [12, 0]; at + 8 <= file.size && parts < maxParts; parts++) {
    const head = await read(file, at, at + 8)
    const length = head.getUint32(4, true)
    if (textOf(head, 0, 4) === 'XMP ') yield await text(file, at + 8, at + 8 + length)
    at += 8 + length + (length % 2)
  }
}

async function* inIsoFile(file: Blob): AsyncGenerator<string> {
  for (let [at, parts] = [0, 0]; at + 8 <= file.size && parts < maxParts; parts++) {
    const head = await read(file, at, at + 24)
    const short = head.getUint32(0)
    const length = short === 1 ? Number(head.getBigUint64(8)) : short
    if (length < 8) return
    if (textOf(head, 4, 8) === 'uuid' && head.getUint32(8) === 0xbe7acfcb)
      yield await text(file, at + 24, at + length)
    at += length
  }
}

/** A view of a part of the file; it is shorter at the end of the file. */
async function read(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer())
}

async function text(file: Blob, start: number, end: number): Promise<string> {
  if (end < start || end - start > maxPacket) return ''
  return new TextDecoder().decode(await file.slice(start, end).arrayBuffer())
}

function textOf(view: DataView, start: number, end: number): string {
  let text = ''
  for (let at = start; at < Math.min(end, view.byteLength); at++)
    text += String.fromCharCode(view.getUint8(at))
  return text
}
