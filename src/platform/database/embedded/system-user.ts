import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** The user a program runs as; null means our own. */
export type SystemUser = { uid: number; gid: number } | null

/**
 * A fixed environment, so that no PG* or locale variable of the operator's shell affects
 * PostgreSQL.
 */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Returns the spawn options for the given user, with a directory that all users can reach. */
export function spawnOptions(user: SystemUser) {
  if (process.platform === 'win32') return {}
  return { cwd: '/', env: environment, ...user }
}

/**
 * Returns the user PostgreSQL runs as: our own, unless that is root, which PostgreSQL rejects. Root
 * uses the owner of an existing cluster, otherwise the system user `postgres` (created when
 * missing), otherwise `nobody`.
 */
export async function chooseUser(cluster: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (
    findUser('postgres') ?? makeUser('postgres') ?? findUser('nobody') ?? { uid: 65534, gid: 65534 }
  )
}

/**
 * Whether the user can run this program. It is really run, because file modes do not show mounts
 * and parent directories.
 */
export function canRun(program: string, args: string[], user: SystemUser): boolean {
  return (
    spawnSync(program, args, { ...spawnOptions(user), stdio: 'ignore', timeout: 20_000 }).status ===
    0
  )
}

/** Whether the user can reach the directory and write into it. */
export function canWrite(directory: string, user: SystemUser): boolean {
  const script = 'cd "$1" && : > .reachable && rm .reachable'
  return canRun('/bin/sh', ['-c', script, 'sh', directory], user)
}

function findUser(name: string): SystemUser {
  const uid = identify('-u', name)
  const gid = identify('-g', name)
  return uid && gid ? { uid, gid } : null
}

function makeUser(name: string): SystemUser {
  const shell = ['--home-dir', '/nonexistent', '--no-create-home', '--shell', '/bin/false']
  const made = canRun('useradd', ['--system', '--user-group', ...shell, name], null)
  // BusyBox has only adduser.
  if (!made) canRun('adduser', ['-S', '-D', '-H', '-s', '/bin/false', name], null)
  return findUser(name)
}

function identify(flag: '-u' | '-g', name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], {
    ...spawnOptions(null),
    encoding: 'utf8',
  })
  return status === 0 ? Number(stdout) : null
}
