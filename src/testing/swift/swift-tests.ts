import { afterAll, beforeAll, describe } from 'vitest'
import { hasSwift, type Swift, startSwift } from './start-swift.ts'

/**
 * Tests against a real S3 store, where Debian's Swift is installed; elsewhere they are skipped, and say so, unless
 * `REQUIRE_S3_TESTS` makes that a failure.
 */
export function describeOnSwift(name: string, tests: (swift: () => Swift) => void): void {
  if (!hasSwift() && !process.env.REQUIRE_S3_TESTS) {
    process.stderr.write(
      `Skipped: ${name}. Install swift-proxy, swift-account, swift-container and swift-object to run these tests.\n`,
    )
    describe.skip(name, () => tests(() => missing()))
    return
  }
  describe(name, () => {
    let swift: Swift | undefined
    beforeAll(async () => {
      swift = await startSwift()
    }, 120_000)
    afterAll(() => swift?.stop())
    tests(() => swift ?? missing())
  })
}

function missing(): never {
  throw new Error('Swift is not running')
}
