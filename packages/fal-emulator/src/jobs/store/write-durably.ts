import { promises as disk } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file so that after any crash it is there either whole or not at all, and there once this
 * has returned.
 */
export async function writeDurably(path: string, data: string | Uint8Array): Promise<void> {
  const draft = `${path}.draft`
  const file = await disk.open(draft, 'w')
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
  await disk.rename(draft, path)
  await syncDirectory(dirname(path))
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; there the rename itself is as durable as it gets.
  if (process.platform === 'win32') return
  const directory = await disk.open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
