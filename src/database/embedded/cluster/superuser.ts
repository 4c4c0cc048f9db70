import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home.ts'

/** The database's superuser, the only user there is. */
export const superuser = 'atelier'

const passwordFile = (home: Home) => join(home.path, 'password')

/** The superuser's password, or null where a private socket makes one needless. */
export function readPassword(home: Home): Promise<string | null> {
  if (process.platform !== 'win32') return Promise.resolve(null)
  return readFile(passwordFile(home), 'utf8')
}

/** How initdb is to set up authentication. Makes the password where one is needed. */
export async function prepareAuthentication(home: Home): Promise<string[]> {
  // The socket lies in a directory that only its owner and root can enter.
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject']
  await writeFile(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`]
}
