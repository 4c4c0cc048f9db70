import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Drawing one picture takes a moment; a film that keeps ffmpeg longer has none, in ms. */
const patience = 20_000
const maxPicture = 64 * 1024 * 1024

/** Where a poster is taken from: the very first frame is often black. In seconds. */
const momentOf = (durationMs: number | null) => Math.min(1, (durationMs ?? 0) / 2_000)

/**
 * A frame of a film as PNG, by the ffmpeg on the PATH; `null` when there is none. It may open this
 * one file and nothing else. Throws when the film cannot be drawn.
 */
export async function drawPoster(path: string, durationMs: number | null): Promise<Buffer | null> {
  const from = momentOf(durationMs).toFixed(3)
  const limits = ['-v', 'error', '-nostdin', '-threads', '1', '-protocol_whitelist', 'file,pipe']
  const input = ['-format_whitelist', 'mov,matroska', '-ss', from, '-i', `file:${path}`]
  const output = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    "scale='min(1280,iw)':-2",
    '-f',
    'image2pipe',
    '-c:v',
    'png',
  ]
  const options = {
    timeout: patience,
    killSignal: 'SIGKILL',
    maxBuffer: maxPicture,
    encoding: 'buffer',
    windowsHide: true,
  } as const
  try {
    const { stdout } = await run('ffmpeg', [...limits, ...input, ...output, 'pipe:1'], options)
    if (stdout.length === 0) throw new Error('ffmpeg drew nothing')
    return stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
