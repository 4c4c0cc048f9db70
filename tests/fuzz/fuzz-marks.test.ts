import { describe, expect, it } from 'vitest'
import { signFile } from '#core/provenance/mark-result.ts'
import { testContext } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { exampleMark, manifestOf, markingStudio, signedFormats } from '#testing/provenance.ts'
import { mutateFile, seededRandom } from './mutate-file.ts'

const base = await testContext()
const studio = { ...base, ...markingStudio(base) }

/** How many damaged copies of each signed file are read: 125 of each of eight are 1,000. */
const copies = Number(process.env.FUZZ_COPIES ?? 20)

describe('damaged copies of signed files', () => {
  it.each(signedFormats)('%s: none is found trusted', async (name, contentType) => {
    const { content } = await signFile(studio, 'fuzz', {
      ...{ file: { content: await sampleFile(name) }, contentType, mark: exampleMark },
      ...{ kind: 'made', xmp: null, ingredients: [] },
    })
    const signed = Buffer.from(content ?? [])
    expect((await manifestOf(studio, signed, contentType))?.state).toBe('trusted')
    const states = new Map<string, number>()
    for (let seed = 0; seed < copies; seed++) {
      const { file } = mutateFile(signed, seededRandom(seed))
      if (file.equals(signed)) continue
      const state = (await manifestOf(studio, file, contentType))?.state ?? 'none'
      states.set(state, (states.get(state) ?? 0) + 1)
    }
    expect(states.get('trusted') ?? 0).toBe(0)
  })
})
