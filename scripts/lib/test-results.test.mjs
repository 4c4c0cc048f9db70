import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playwrightResult, sum, vitestResult } from './test-results.mjs'

describe('the count of tests', () => {
  let directory

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atelier-results-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  async function report(content) {
    const file = join(directory, 'report.json')
    await writeFile(file, JSON.stringify(content))
    return file
  }

  it('is what the runners counted', async () => {
    const vitest = vitestResult(await report({ numPassedTests: 7, numFailedTests: 2 }), 1)
    const playwright = playwrightResult(
      await report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 5 } }),
      1,
    )
    expect(sum([vitest, playwright])).toEqual({ passed: 11, failed: 3 })
  })

  it('has a failure when a run went wrong that no test failed in', async () => {
    expect(vitestResult(await report({ numPassedTests: 7, numFailedTests: 0 }), 1)).toEqual({ passed: 7, failed: 1 })
    expect(playwrightResult(join(directory, 'none.json'), 1)).toEqual({ passed: 0, failed: 1 })
  })
})
