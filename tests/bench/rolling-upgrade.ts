import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from './bench.ts'
import { temporaryFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { measureRestarts, servesBefore } from './support/rolling.ts'
import type { Setup } from './support/setup.ts'

const roles = ['web', 'web', 'worker', 'worker'] as const
const repository = path.join(import.meta.dirname, '../..')

/**
 * Two web processes and two workers of an earlier commit behind nginx, each replaced by one of this
 * commit while creates arrive. `UPGRADE_FROM` names the commit; by default it is the parent.
 */
export async function run(context: Context): Promise<Report> {
  const from = commitOf(process.env.UPGRADE_FROM ?? 'HEAD^')
  const root = checkOut(from)
  const seconds = context.quick ? 40 : 75
  const restart = (setup: Setup) => upgradeInTurn(setup)
  const { rows, notes } = await measureRestarts(context, { roles, seconds, root, restart })
  const to = commitOf('HEAD')
  return {
    title: 'Rolling upgrade behind nginx',
    rows,
    notes: [
      `From ${from} to ${to}: each of the four processes is stopped (SIGTERM) and started with the newer source, once, one after the other, ${servesBefore / 1_000} s after the last one serves.`,
      'The newer version’s schema was there before: migrations come first. Both use the newer one’s packages.',
      ...notes,
    ],
  }
}

async function upgradeInTurn(setup: Setup): Promise<number[]> {
  for (const index of roles.keys()) {
    // What both versions do together is part of what is measured.
    await delay(servesBefore)
    await setup.restart(index, repository)
  }
  return roles.map(() => 1)
}

/**
 * The source of a commit in a folder of its own, with this commit's packages and built pages: only
 * the server is asked for something.
 */
function checkOut(commit: string): string {
  const folder = temporaryFolder()
  const archive = execFileSync('git', ['archive', commit], { cwd: repository, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  mkdirSync(path.join(folder, 'dist'))
  for (const name of ['node_modules', 'dist/web'])
    symlinkSync(path.join(repository, name), path.join(folder, name))
  return folder
}

function commitOf(name: string): string {
  const args = ['rev-parse', '--short', `${name}^{commit}`]
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
}
