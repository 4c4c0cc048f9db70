import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { recordSample } from '#core/generations/record-sample.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { AllParts } from '#core/parts.ts'
import { markStored } from '#core/provenance/mark-stored.ts'
import { fileDirectory } from './after-file.ts'
import { sampleFile } from './files.ts'
import { hasProgram } from './programs.ts'
import { manifestOf } from './provenance.ts'

const webp = async () =>
  sharp(await sampleFile('photo.jpg'))
    .webp()
    .toBuffer()

/** Kind and format of a result, a file of it, and whether it is signed: else its mark is in XMP. */
export const markedFormats = [
  ['image', 'image/png', () => sampleFile('photo.png'), true],
  ['image', 'image/jpeg', () => sampleFile('photo.jpg'), true],
  ['image', 'image/webp', webp, true],
  ['video', 'video/mp4', () => sampleFile('video.mp4'), true],
  ['video', 'video/quicktime', () => sampleFile('video.mov'), true],
  ['video', 'video/webm', () => sampleFile('video.webm'), false],
  ['speech', 'audio/mp4', () => sampleFile('sound.m4a'), true],
  ['speech', 'audio/mpeg', () => sampleFile('sound.mp3'), true],
  ['speech', 'audio/wav', () => sampleFile('sound.wav'), true],
  ['speech', 'audio/flac', () => sampleFile('sound.flac'), false],
  ['speech', 'audio/ogg', () => sampleFile('sound.ogg'), false],
] as const

function needsFiles({
  fields,
}: {
  fields: Record<string, { required?: boolean; control: { kind: string } }>
}) {
  return Object.values(fields).some(({ control }) => control.kind.startsWith('file'))
}

/** Records a result of this kind with this file, marks it, and answers its id. */
export async function markedResult(
  context: AllParts,
  { accountId, kind, file }: { accountId: string; kind: Kind; file: Buffer },
): Promise<string> {
  const model = listModels().find((each) => each.kind === kind && !needsFiles(each))
  if (!model) throw new Error('No model')
  const id = await recordSample(context, {
    ...{ accountId, model, input: { [model.promptField ?? 'prompt']: 'a fox' }, files: {} },
    ...{ daysAgo: 0, results: [file], answer: null },
  })
  await markStored(context)
  return id
}

const hasExiftool = hasProgram('exiftool', '-ver')

/** The formats in which exiftool reads manifests. */
const readsManifests = new Set(['image/png', 'image/jpeg'])

/** Another program, where it is there, and the studio’s own reader find the mark of a file. */
export async function expectMarked(
  context: AllParts,
  file: Buffer,
  contentType: string,
  isSigned: boolean,
): Promise<void> {
  if (hasExiftool) {
    const place = path.join(await fileDirectory('marked'), randomUUID())
    await writeFile(place, file)
    const found = execFileSync('exiftool', ['-j', '-a', place], { encoding: 'utf8' })
    expect(found).toContain('trainedAlgorithmicMedia')
    if (readsManifests.has(contentType)) expect(found).toMatch(/c2pa\.(created|opened)/)
  }
  expect(file.includes('trainedAlgorithmicMedia')).toBe(true)
  const manifest = await manifestOf(context, file, contentType)
  expect(manifest?.state ?? null).toBe(isSigned ? 'trusted' : null)
}
