import { afterAll, describe, it } from 'vitest'
import { hasSwift, type Swift, startSwift } from './start-swift.ts'

/**
 * Tests against a real S3 store, where Debian's Swift is installed; elsewhere they are skipped, and
 * say so, unless `REQUIRE_S3_TESTS` makes that a failure.
 */
export async function onSwift(
  name: string,
  tests: (swift: Swift) => void | Promise<void>,
): Promise<void> {
  if (!hasSwift() && !process.env.REQUIRE_S3_TESTS) {
    process.stderr.write(
      `Skipped: ${name}. Install swift-proxy, swift-account, swift-container and swift-object to run these tests.\n`,
    )
    describe.skip(name, () => it('needs Swift', () => undefined))
    return
  }
  const swift = await startSwift()
  afterAll(() => swift.stop())
  await tests(swift)
}
