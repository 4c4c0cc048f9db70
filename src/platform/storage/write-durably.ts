import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** The directory of files being written; no key begins with a dot. */
const partial = (directory: string) => path.join(directory, '.partial')

/**
 * Writes `body` below `.partial`, syncs it, renames it to `target` and syncs the directories: a
 * reader never sees a partial file, and a finished one survives a power failure. A failed write
 * leaves nothing behind.
 */
export async function writeDurably(
  directory: string,
  target: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = path.join(partial(directory), randomUUID())
  const home = path.dirname(target)
  try {
    const handle = await inDirectory(partial(directory), () => open(temporary, 'wx'))
    try {
      await writeAll(handle, body)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await inDirectory(home, () => rename(temporary, target))
    await syncDirectory(home)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Most directories are there already: one is made only where it was missing. */
async function inDirectory<Result>(directory: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await makeSynced(directory)
    return act()
  }
}

async function writeAll(handle: FileHandle, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
  }
}

/**
 * Syncs the new directories: a name survives a power failure only when its directory was synced.
 */
async function makeSynced(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (!first) return
  const parents: string[] = []
  for (
    let parent = path.dirname(directory);
    parent.length >= path.dirname(first).length;
    parent = path.dirname(parent)
  ) {
    parents.push(parent)
  }
  await Promise.all(parents.map(syncDirectory))
}

/** Windows cannot sync directories and need not. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

/** After this time an unfinished write counts as abandoned, in ms. */
const abandonedAfter = 24 * 3_600_000

/**
 * Deletes the partial files of killed processes. Another process may be writing now, so only those
 * that are a day old.
 */
export async function removeAbandoned(directory: string): Promise<void> {
  const names = await readdir(partial(directory)).catch((): string[] => [])
  for (const name of names) {
    const file = path.join(partial(directory), name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(file, { force: true })
  }
}
