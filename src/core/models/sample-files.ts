import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { InputFile } from '#providers/provider.ts'
import type { Accept } from './rules/fields.ts'

const side = 512
const sampleRate = 16_000
const seconds = 2

/** A small file for a test of a model: an image of 512 × 512, or 2 s of video or sound. */
export async function sampleFile(accept: Accept): Promise<InputFile> {
  switch (accept) {
    case 'image':
      return inputFile('sample.png', 'image/png', await drawImage())
    case 'audio':
      return inputFile('sample.wav', 'audio/wav', makeTone())
    case 'video':
    case 'video-or-gif':
      return inputFile(
        'sample.mp4',
        'video/mp4',
        await readFile(path.join(import.meta.dirname, 'sample.mp4')),
      )
  }
}

function inputFile(fileName: string, contentType: string, bytes: Uint8Array): InputFile {
  const open = async () =>
    (async function* () {
      yield bytes
    })()
  return { fileName, contentType, bytes: bytes.length, open }
}

/** A disc on a plain ground: something that can be edited and described. */
function drawImage(): Promise<Buffer> {
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="100%" height="100%" fill="#d8e2dc"/><circle cx="256" cy="256" r="140" fill="#c44536"/></svg>`
  return sharp(Buffer.from(disc)).png().toBuffer()
}

/** A tone of 220 Hz as WAV: 16 bits, one channel. */
function makeTone(): Buffer {
  const samples = sampleRate * seconds
  const wav = Buffer.alloc(44 + 2 * samples)
  wav.write('RIFF')
  wav.writeUInt32LE(36 + 2 * samples, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(2 * sampleRate, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(2 * samples, 40)
  for (let n = 0; n < samples; n++)
    wav.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 220 * n) / sampleRate)), 44 + 2 * n)
  return wav
}
