import { onTestFinished, vi } from 'vitest'
import { runCommandLine } from '#main/commands/program.ts'
import { testUrl } from './database/database.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from './temporary-directory.ts'

/** What a line did: its exit code, what it answered, and what it said beside that. */
export type ProcessOutcome = { code: number; output: string; said: string }

/**
 * The command line within the test's own process, which takes a hundredth of the time, on the test
 * file's database and an empty data directory. `environment` wins over both.
 */
export async function commandLine(environment: Record<string, string> = {}) {
  const dataDir = await createTemporaryDirectory('command')
  onTestFinished(() => removeTemporaryDirectory(dataDir))
  const variables = {
    ENV_FILE: '',
    DATA_DIR: dataDir,
    DATABASE_URL: await testUrl(),
    ...environment,
  }
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())

  return async (line: string, ...rest: string[]): Promise<ProcessOutcome> => {
    const outcome = { code: 0, output: '', said: '' }
    const into = (stream: 'output' | 'said', end: string) => (text: unknown) => {
      outcome[stream] += `${text}${end}`
      return true
    }
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(into('output', '\n')),
      vi.spyOn(console, 'error').mockImplementation(into('said', '\n')),
      vi.spyOn(process.stdout, 'write').mockImplementation(into('output', '')),
      vi.spyOn(process.stderr, 'write').mockImplementation(into('said', '')),
    ]
    const before = process.exitCode
    process.exitCode = 0
    try {
      await runCommandLine([...line.split(' '), ...rest])
      return { ...outcome, code: Number(process.exitCode) }
    } finally {
      process.exitCode = before
      for (const spy of spies) spy.mockRestore()
    }
  }
}
