import { randomUUID } from 'node:crypto'
import type { Parts } from '#core/parts.ts'
import type { Mark } from '#core/provenance/rules/mark.ts'
import { createSigning } from '#core/provenance/signing.ts'
import { testSettings } from '#testing/settings.ts'
import { sharedParsers } from './parsers.ts'

/** A context of a studio that marks its results, signed with a certificate of its own. */
export function markingStudio({ database }: Parts<'database'>, studio = 'Studio & Co') {
  const settings = testSettings({ mark_results: true, studio_name: studio })
  return { settings, signing: createSigning({ database, settings }, null), version: '1.2.3' }
}

/** What a file's manifest says, as the studio's own reader finds it. */
export async function manifestOf(
  { signing }: Parts<'signing'>,
  content: Uint8Array,
  contentType: string,
) {
  await signing.current()
  const trusted = await signing.trusted()
  const { manifest } = await sharedParsers().run(
    'readMarks',
    { file: { content }, contentType, trusted },
    { accountId: randomUUID() },
  )
  return manifest
}

/** What a mark says in tests, with characters that formats must escape. */
export const exampleMark: Mark = {
  source: 'trainedAlgorithmicMedia',
  generation: '01980000-0000-7000-8000-000000000001',
  generationType: 'text-to-image',
  model: 'flux-dev',
  modelName: 'FLUX.1 [dev] & “画”',
  provider: 'fal',
  studio: 'Studio & Co',
  version: '1.2.3',
  madeAt: new Date('2026-11-28T09:00:00Z'),
}

/** A sample of each format that is signed. */
export const signedFormats = [
  ['photo.png', 'image/png'],
  ['photo.jpg', 'image/jpeg'],
  ['video.mp4', 'video/mp4'],
  ['video.mov', 'video/quicktime'],
  ['sound.m4a', 'audio/mp4'],
  ['sound.mp3', 'audio/mpeg'],
  ['sound.wav', 'audio/wav'],
] as const
