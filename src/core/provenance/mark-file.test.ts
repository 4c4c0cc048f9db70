import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeMesh } from '@atelier/demo-world/mesh'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { planPacket } from '#core/media/embedding/embed-packet.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { testContext } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { sharedParsers } from '#testing/parsers.ts'
import { hasProgram } from '#testing/programs.ts'
import { exampleMark, manifestOf, markingStudio } from '#testing/provenance.ts'
import { signFile } from './mark-result.ts'
import { markProperties, writeXmp } from './rules/xmp.ts'

const base = await testContext()
const studio = { ...base, ...markingStudio(base) }
const directory = await fileDirectory('marks')
const hasExiftool = hasProgram('exiftool', '-ver')
const hasFfmpeg = hasProgram('ffmpeg', '-version')

const mark = exampleMark

const address = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

const markIt = (content: Uint8Array, contentType: string, of = mark) =>
  signFile(studio, randomUUID(), {
    ...{ file: { content }, contentType, mark: of, kind: 'made', xmp: null, ingredients: [] },
  })

const webp = await sharp(await sampleFile('photo.jpg'))
  .webp()
  .toBuffer()

const formats = [
  ['photo.png', 'image/png', 'signed'],
  ['photo.jpg', 'image/jpeg', 'signed'],
  ['photo.webp', 'image/webp', 'signed'],
  ['video.mp4', 'video/mp4', 'signed'],
  ['video.mov', 'video/quicktime', 'signed'],
  ['sound.m4a', 'audio/mp4', 'signed'],
  ['sound.mp3', 'audio/mpeg', 'signed'],
  ['sound.wav', 'audio/wav', 'signed'],
  ['sound.flac', 'audio/flac', 'metadata'],
  ['sound.ogg', 'audio/ogg', 'metadata'],
  ['video.webm', 'video/webm', 'metadata'],
  ['sound.aac', 'audio/aac', 'none'],
] as const

const read = async (name: string) => (name === 'photo.webp' ? webp : sampleFile(name))

async function onDisk(content: Uint8Array, name: string): Promise<string> {
  const file = path.join(directory, `${randomUUID()}${path.extname(name)}`)
  await writeFile(file, content)
  return file
}

/** Every decoded frame and sample, as a hash each. */
function framesOf(file: string): string {
  return execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'framemd5', '-'], {
    encoding: 'utf8',
  })
}

describe.each(formats)('%s', (name, contentType, state) => {
  let given: Uint8Array = Buffer.alloc(0)
  let marked: Uint8Array = given
  beforeAll(async () => {
    given = await read(name)
    const result = await markIt(given, contentType)
    expect(result).toMatchObject({ state, fault: null })
    marked = result.content ?? given
  })

  it.skipIf(!hasFfmpeg)('no sample and no pixel of it changes', async () => {
    const [before, after] = await Promise.all([onDisk(given, name), onDisk(marked, name)])
    expect(framesOf(after)).toBe(framesOf(before))
  })

  it.runIf(state === 'signed')('its manifest is trusted under the studio’s root', async () => {
    expect(await manifestOf(studio, marked, contentType)).toMatchObject({
      ...{ state: 'trusted', problems: [], generator: 'Atelier 1.2.3', signer: 'Studio & Co' },
      actions: [{ action: 'c2pa.created', agent: mark.modelName, source: address }],
      generation: { studio: 'Studio & Co', generation: mark.generation, model: 'flux-dev' },
    })
  })

  it.runIf(state === 'signed')('a packet that would break its manifest is left out', async () => {
    const xmp = writeXmp([markProperties(mark)])
    const plan = (content: Uint8Array) =>
      planPacket(async (start, end) => Buffer.from(content.subarray(start, end)), {
        ...{ bytes: content.length, contentType, xmp },
      })
    expect(await plan(given)).not.toBeNull()
    expect(await plan(marked)).toBeNull()
  })

  it.runIf(state !== 'none' && hasExiftool)('another program reads its mark', async () => {
    const file = await onDisk(marked, name)
    const found = JSON.parse(execFileSync('exiftool', ['-j', '-a', file], { encoding: 'utf8' }))
    const all = JSON.stringify(found)
    expect(all).toContain('trainedAlgorithmicMedia')
    expect(all).toContain('FLUX.1 [dev] & “画” (fal)')
  })
})

it('a 3D object has no place for a mark, and stays as it is', async () => {
  const object = Buffer.from(makeMesh({ prompt: 'a vase', seed: 1 }))
  const marked = await markIt(object, 'model/gltf-binary')
  expect(marked).toEqual({ state: 'none', content: null, fault: null })
})

it('a changed pixel makes the manifest invalid', async () => {
  const { content } = await markIt(await sampleFile('photo.png'), 'image/png')
  const changed = Buffer.from(content ?? [])
  const at = changed.lastIndexOf('IDAT') + 40
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  expect(await manifestOf(studio, changed, 'image/png')).toMatchObject({
    state: 'invalid',
    problems: ['assertion.dataHash.mismatch'],
  })
})

it('what another one has signed becomes an ingredient that stays valid', async () => {
  const other = { ...base, ...markingStudio(base, 'Provider') }
  const signedBefore = await signFile(other, randomUUID(), {
    ...{ file: { content: await sampleFile('photo.jpg') }, contentType: 'image/jpeg' },
    ...{ mark: { ...mark, studio: 'Provider' }, kind: 'made', xmp: null, ingredients: [] },
  })
  const { content } = await markIt(signedBefore.content ?? new Uint8Array(), 'image/jpeg')
  const report = await manifestOf(studio, content ?? new Uint8Array(), 'image/jpeg')
  expect(report?.actions.map(({ action }) => action)).toEqual(['c2pa.opened', 'c2pa.edited'])
  expect(report?.ingredients).toEqual([
    expect.objectContaining({ relationship: 'parentOf', hasManifest: true }),
  ])
})

it('a file on the disk is marked on the disk', async () => {
  const from = await onDisk(await sampleFile('video.mp4'), 'video.mp4')
  const to = `${from}-marked`
  const marked = await sharedParsers().run(
    'markFile',
    {
      ...{ file: { from, to }, contentType: 'video/mp4', mark, kind: 'made', xmp: null },
      ...{ ingredients: [], signer: null },
    },
    { accountId: randomUUID() },
  )
  expect(marked).toEqual({ state: 'metadata', content: null, fault: null })
})
