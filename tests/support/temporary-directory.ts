import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const directories = new Set<string>()
const options = { recursive: true, force: true, maxRetries: 5 }

// A run that breaks off leaves nothing behind either, unless it is killed with SIGKILL.
process.once('exit', () => {
  for (const directory of directories) rmSync(directory, options)
})

/** Creates an empty directory that is removed when this process exits, at the latest. */
export async function createTemporaryDirectory(name: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), `atelier-${name}-`))
  directories.add(directory)
  return directory
}

/** Removes a directory of `createTemporaryDirectory`. */
export async function removeTemporaryDirectory(directory: string): Promise<void> {
  await rm(directory, options)
  directories.delete(directory)
}
