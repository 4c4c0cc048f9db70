import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'

const shortRun = [
  'tests/chaos/main.ts',
  '--generations',
  '150',
  '--kills',
  '3',
  '--rate',
  '15',
  '--seed',
  '11',
  '--deadline',
  '15',
]
const running = new Set<ChildProcess>()

/**
 * A whole test file, or `file > name` for one test of it. On a busy machine a slow test is no
 * failed one.
 */
function testRun(catcher: string): string[] {
  const [file = '', name] = catcher.split(' > ')
  const filter = name === undefined ? [] : ['--testNamePattern', RegExp.escape(name)]
  return ['node_modules/vitest/vitest.mjs', 'run', file, '--testTimeout', '120000', ...filter]
}

/** `by`: the test or the invariant that failed first. */
export type Verdict = { caught: boolean; by: string; output: string }

/**
 * Runs a test file or a short chaos run in a copy of the repository. When it fails, it has caught
 * the bug. Rejects where no test ran, since its success would say nothing: a title has changed.
 */
export function runCatcher(catcher: string, directory: string): Promise<Verdict> {
  const args = catcher === 'chaos' ? shortRun : testRun(catcher)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: directory,
      env: { ...process.env, TMPDIR: `${directory}/tmp` },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-100_000)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      if (code === 0 && catcher !== 'chaos' && !hasPassedTest(output))
        reject(new Error(`${catcher}: no test ran`))
      resolve({ caught: code !== 0, by: firstFailure(output), output })
    })
  })
}

/** With a filter that fits no title all tests are skipped, and vitest succeeds. */
function hasPassedTest(output: string): boolean {
  return /^\s*Tests\s.*\b[1-9]\d* passed/m.test(stripVTControlCharacters(output))
}

function firstFailure(output: string): string {
  const plain = stripVTControlCharacters(output)
  const invariant = /VIOLATION: ([^:\n]+)/.exec(plain)?.[1]
  const test = / FAIL .*? > (.+)/.exec(plain)?.[1]
  return invariant ?? test ?? 'it broke'
}

/** Ends what still runs, and waits for it. */
export async function endCatchers(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(ends)
}
