import { spawnSync } from 'node:child_process'
import path from 'node:path'

/**
 * Runs steps in their order, up to the first that throws, and prints how each went. `what`: of what
 * they are. One that throws sets the exit code 1.
 */
export function runSteps(what: string, steps: Record<string, () => void>): void {
  for (const [step, work] of Object.entries(steps)) {
    const start = performance.now()
    const isDone = attempt(work)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`${isDone ? 'ok    ' : 'FAILED'}  ${what}: ${step} (${seconds} s)`)
    if (isDone) continue
    process.exitCode = 1
    return
  }
}

/** Runs tests of the copy; what they print is shown where they fail. */
export function testInCopy(root: string, tool: string, options: string[]): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', tool), ...options],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 },
  )
  if (status !== 0) throw new Error(stdout.slice(-20_000))
}

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}
