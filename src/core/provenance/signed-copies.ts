import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A file that was made for a reader. `tag`: no other copy has it. Sizes in bytes. */
export type SignedCopy = { path: string; bytes: number; tag: string }

/**
 * Copies that were signed for a download: no two signatures are the same, so a reader that continues
 * needs the very file whose beginning it has. Each is kept on the disk for a while after its last use.
 */
export type SignedCopies = {
  /** Answers the copy of this name; without one, `write` writes it and answers its path. */
  get(name: string, write: (directory: string) => Promise<string>): Promise<SignedCopy>
  /** Deletes all. */
  stop(): Promise<void>
}

/** How long an unused copy is kept, in ms, and how many are at most. */
const limits = { idleTime: 10 * 60_000, max: 20 }

type Kept = { directory: string; copy: Promise<SignedCopy>; timer: NodeJS.Timeout }

export function createSignedCopies({ idleTime, max } = limits): SignedCopies {
  const kept = new Map<string, Kept>()
  const drop = async (name: string) => {
    const found = kept.get(name)
    if (!found) return
    kept.delete(name)
    clearTimeout(found.timer)
    await found.copy.catch(() => undefined)
    // A reader that has it open reads on.
    await rm(found.directory, { recursive: true, force: true })
  }
  return {
    get: async (name, write) => {
      const found = kept.get(name)
      if (found) {
        found.timer.refresh()
        return found.copy
      }
      const directory = await mkdtemp(path.join(tmpdir(), 'atelier-signed-'))
      const copy = write(directory).then(describe)
      const timer = setTimeout(() => void drop(name), idleTime).unref()
      kept.set(name, { directory, copy, timer })
      const [oldest] = kept.keys()
      if (kept.size > max && oldest !== undefined) void drop(oldest)
      copy.catch(() => drop(name))
      return copy
    },
    stop: async () => {
      await Promise.all([...kept.keys()].map(drop))
    },
  }
}

async function describe(file: string): Promise<SignedCopy> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return { path: file, bytes: (await stat(file)).size, tag: hash.digest('hex') }
}
