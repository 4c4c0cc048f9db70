import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Limits = {
  timeoutMs: number
  /** The most that it may write to its standard output, in bytes. */
  maxBuffer?: number
  /** Ends it early; it then throws. */
  signal?: AbortSignal
}

/**
 * Before the input of ffmpeg: one thread, and no file but those that are named. `formats`: the only
 * ones that are parsed, so that a playlist or a script is none.
 */
export function inputArguments(path: string, formats = 'mov,matroska'): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-format_whitelist', formats, '-i', `file:${path}`]
}

/** The largest piece of memory that it may take, in bytes. */
const maxAlloc = 512 * 1024 ** 2

/**
 * Runs the ffmpeg on the PATH and returns what it wrote to its standard output; `null` without one.
 * Throws when it fails, takes too long or writes too much.
 */
export async function runFfmpeg(
  args: readonly string[],
  { timeoutMs, ...limits }: Limits,
): Promise<Buffer | null> {
  const options = {
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    encoding: 'buffer',
    windowsHide: true,
    ...limits,
  } as const
  const always = ['-v', 'error', '-nostdin', '-threads', '1', '-max_alloc', String(maxAlloc)]
  try {
    return (await run('ffmpeg', [...always, ...args], options)).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The version of the ffmpeg on the PATH, such as `7.1.3`; `null` without one. */
export async function findFfmpeg(): Promise<string | null> {
  const output = await runFfmpeg(['-version'], { timeoutMs: 10_000 })
  return output && (/version (\S+)/.exec(output.toString())?.[1] ?? '')
}
