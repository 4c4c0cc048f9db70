import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'

/** The operator's secret; a demo makes its own once and keeps it, readable by its owner alone. */
export async function sessionSecret(config: Config): Promise<string> {
  if (config.SESSION_SECRET) return config.SESSION_SECRET
  const file = path.join(config.dataDir, 'session-secret')
  const fresh = randomBytes(32).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
