import { type ChildProcess, spawn } from 'node:child_process'

const shortRun = [
  'chaos/main.ts',
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

/** Runs a test file or a short chaos run in a copy of the repository. `true`: it failed, so it caught the bug. */
export function runCatcher(catcher: string, directory: string): Promise<{ caught: boolean; output: string }> {
  const args = catcher === 'chaos' ? shortRun : ['node_modules/vitest/vitest.mjs', 'run', catcher]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
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
      resolve({ caught: code !== 0, output })
    })
  })
}

/** Ends what still runs. */
export function endCatchers(): void {
  for (const child of running) child.kill('SIGTERM')
}
