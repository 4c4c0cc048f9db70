import type { Account } from '../load/create.ts'
import type { CreateRecord } from '../load/record.ts'
import type { World } from '../processes/world.ts'
import { checkFiles } from './files.ts'
import { checkJobs } from './jobs.ts'
import { checkLife, type Ends } from './life.ts'
import { checkMoney } from './money.ts'
import { checkRequests } from './requests.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import type { Findings } from './violation.ts'

export type Checking = { world: World; accounts: Account[]; ends: Ends; findings: Findings }

/** What must hold at any moment, whatever is under way. */
export async function checkNow({ world, accounts, ends, findings }: Checking): Promise<Snapshot> {
  const jobs = await world.emulator.jobs()
  const snapshot = await takeSnapshot(world.database)
  checkMoney(snapshot, accounts, findings)
  checkLife(snapshot, ends, findings)
  checkJobs(snapshot, jobs, findings, false)
  return snapshot
}

/** The same when nothing goes on any more, and what the clients were told, and every file. */
export async function checkEnd(checking: Checking, records: CreateRecord[]): Promise<Snapshot> {
  const { world, accounts, findings } = checking
  const snapshot = await checkNow(checking)
  checkJobs(snapshot, await world.emulator.jobs(), findings, true)
  checkRequests(snapshot, records, accounts, findings)
  await checkFiles(snapshot, world.media, findings)
  const open = snapshot.generations.filter(({ step }) => step !== null)
  findings.note(
    'in the end nothing is open',
    snapshot.generations.length,
    open.map(({ id, status }) => ({ generation: id, detail: status })),
  )
  const crashes = world.crashes.map((crash) => ({ detail: crash }))
  findings.note('no process ends by itself', 1, crashes)
  return snapshot
}
