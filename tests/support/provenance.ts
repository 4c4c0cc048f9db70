import { randomUUID } from 'node:crypto'
import type { ServiceContext } from '#services/context.ts'
import { createSigning } from '#services/provenance/signing.ts'
import { fixedSettings } from '#services/settings/studio-settings.ts'
import { sharedParsers } from './parsers.ts'

/** A context of a studio that marks its results, signed with a certificate of its own. */
export function markingStudio(
  { database }: Pick<ServiceContext, 'database'>,
  studio = 'Studio & Co',
) {
  const settings = fixedSettings({ mark_results: true, studio_name: studio })
  return { settings, signing: createSigning({ database, settings }, null), version: '1.2.3' }
}

/** What a file's manifest says, as the studio's own reader finds it. */
export async function manifestOf(
  { signing }: Pick<ServiceContext, 'signing'>,
  content: Uint8Array,
  contentType: string,
) {
  const { anchors } = await signing.current()
  const { manifest } = await sharedParsers().run(
    'readMarks',
    { file: { content }, contentType, anchors },
    { accountId: randomUUID() },
  )
  return manifest
}
