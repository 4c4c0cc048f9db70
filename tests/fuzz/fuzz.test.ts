import { describe, expect, it } from 'vitest'
import { sampleFile } from '#testing/files.ts'
import { mutateFile, seededRandom } from './mutate-file.ts'
import { fuzzedFiles, runFuzz } from './run-fuzz.ts'

describe('damaged files', () => {
  it('are read or refused, or their parser is ended, and none crashes', async () => {
    const mutations = fuzzedFiles.length * 8
    const { outcomes, crashes } = await runFuzz({ seed: 1, mutations, timeoutMs: 3_000 })
    expect(crashes).toBe(0)
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(0)
  })

  it('are found where a parser never ends, also in a long run', async () => {
    const files = ['damaged/cut-off.flac', 'damaged/endless.mp4']
    const { ended } = await runFuzz({ seed: 2, mutations: 12, timeoutMs: 1_000, files })
    expect(Object.keys(ended)).not.toEqual([])
  })

  it('are the same for the same seed', async () => {
    const file = await sampleFile('video.mp4')
    const damage = () => mutateFile(file, seededRandom(7)).file
    expect(damage().equals(damage())).toBe(true)
    expect(damage().equals(mutateFile(file, seededRandom(8)).file)).toBe(false)
  })
})
