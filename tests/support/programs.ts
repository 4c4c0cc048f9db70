import { spawnSync } from 'node:child_process'

/** The programs of the PATH that must be there, in continuous integration. */
const required = new Set((process.env.REQUIRE_PROGRAMS ?? '').split(','))

/**
 * Whether a program is on the PATH. The tests that need it are skipped without it, unless
 * `REQUIRE_PROGRAMS` (names, separated by commas) has it: then this throws, so that no test is left
 * out unseen.
 */
export function hasProgram(name: string, ...args: string[]): boolean {
  const isThere = spawnSync(name, args).error === undefined
  if (!isThere && required.has(name)) throw new Error(`${name} is not on the PATH`)
  return isThere
}
