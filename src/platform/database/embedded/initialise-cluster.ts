import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { exists, type Home } from './home.ts'
import { spawnOptions } from './system-user.ts'

/** The database's superuser and only user. */
export const superuser = 'atelier'

const passwordFile = (home: Home) => join(home.path, 'password')

/** The superuser's password, or null where a private socket makes one unnecessary. */
export function readPassword(home: Home): Promise<string | null> {
  if (process.platform !== 'win32') return Promise.resolve(null)
  return readFile(passwordFile(home), 'utf8')
}

/** Returns initdb's authentication options. Creates the password where one is needed. */
async function prepareAuthentication(home: Home): Promise<string[]> {
  // The socket is in a directory that only its owner and root can enter.
  if (process.platform !== 'win32') return ['--auth-local=trust', '--auth-host=reject']
  await writeFile(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`]
}

const unfinishedPrefix = 'cluster.unfinished-'

/** Sorting by code point, the same on every system, with full Unicode upper and lower case. */
const locale = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Creates the home's cluster unless it exists. It is created beside its final path and moved there
 * when complete, so a crash leaves only an unfinished directory, which the next start removes. Only
 * for the holder of the home's lock.
 */
export async function initialiseCluster(home: Home, { initdb }: Binaries) {
  await removeUnfinished(home)
  if (await exists(join(home.cluster, 'PG_VERSION'))) return

  // A new name each time: an initdb that outlived its parent may still write to the last one.
  const unfinished = join(home.path, `${unfinishedPrefix}${randomUUID()}`)
  await mkdir(unfinished, { mode: 0o700 })
  if (home.user) await chown(unfinished, home.user.uid, home.user.gid)

  const arguments_ = [
    '--pgdata',
    unfinished,
    `--username=${superuser}`,
    ...locale,
    ...(await prepareAuthentication(home)),
  ]
  await promisify(execFile)(initdb, arguments_, { ...spawnOptions(home.user), timeout: 60_000 })

  await rename(unfinished, home.cluster)
  await syncDirectory(home.path)
}

async function removeUnfinished(home: Home) {
  for (const name of await readdir(home.path)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    await rm(join(home.path, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A rename survives a power failure only once its directory is synced. */
async function syncDirectory(path: string) {
  if (process.platform === 'win32') return
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}
