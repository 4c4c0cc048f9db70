import { describe, expect, it } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { copyRepository } from './copy-repository.ts'
import { runCatcher } from './run-catcher.ts'

const { directory, remove } = await copyRepository()
afterFile(remove)
const file = 'tests/chaos/plan/plan.test.ts'

describe('a test that should catch a planted bug', () => {
  it('is rejected where its title fits no test, which vitest takes for a success', async () => {
    await expect(runCatcher(`${file} > a title that was changed`, directory)).rejects.toThrow(
      'a title that was changed: no test ran',
    )
  })

  it('has caught nothing while it passes', async () => {
    const verdict = await runCatcher(`${file} > tries every fault the emulator has`, directory)
    expect(verdict).toMatchObject({ caught: false })
  })
})
