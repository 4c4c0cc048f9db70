import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Where files lie while they are written; no key begins with a dot. */
const partial = (directory: string) => path.join(directory, '.partial')

/**
 * Writes `body` below `.partial`, syncs it, renames it to `target` and syncs the directories: a reader never sees half a
 * file, and what was promised is there after a power cut. A failed write leaves nothing behind.
 */
export async function writeDurably(directory: string, target: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(partial(directory), { recursive: true })
  const temporary = path.join(partial(directory), randomUUID())
  try {
    await writeSynced(temporary, body)
    const firstMade = await mkdir(path.dirname(target), { recursive: true })
    await rename(temporary, target)
    await syncDirectories(path.dirname(target), firstMade ? path.dirname(firstMade) : path.dirname(target))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeSynced(file: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** From the deepest to `top`: a new name is only safe when the directory that holds it is. Windows cannot and need not. */
async function syncDirectories(deepest: string, top: string): Promise<void> {
  if (process.platform === 'win32') return
  for (let directory = deepest; directory.length >= top.length; directory = path.dirname(directory)) {
    const handle = await open(directory, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

/** How long a write may take before what is left of it counts as abandoned, in ms. */
const abandonedAfter = 24 * 3_600_000

/** Removes what killed processes left half written. Another process may be writing now, so only what is a day old. */
export async function removeAbandoned(directory: string): Promise<void> {
  const names = await readdir(partial(directory)).catch((): string[] => [])
  for (const name of names) {
    const file = path.join(partial(directory), name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(file, { force: true })
  }
}
