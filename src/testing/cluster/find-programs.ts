import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** What a cluster, its backup and its return are made with. */
const programs = ['postgres', 'initdb', 'pg_ctl', 'pg_dump', 'pg_restore']

const oldest = 15
const debian = '/usr/lib/postgresql'

/**
 * The folder with PostgreSQL's programs, so that all are of one version; `null`: none is complete
 * and new enough. Debian keeps them away from the `PATH`.
 */
export function findPostgresPrograms(): string | null {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const packaged = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...(stdout ? [stdout.trim()] : []),
    ...packaged.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => isWhole(folder) && versionIn(folder) >= oldest) ?? null
}

function isWhole(folder: string): boolean {
  return programs.every((program) => existsSync(path.join(folder, program)))
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(stdout ?? '')?.[0])
}
