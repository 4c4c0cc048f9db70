import type { Account } from '../load/create.ts'
import type { CreateRecord } from '../load/record.ts'
import { checkActs, checkGrants } from '../money/check-acts.ts'
import { checkLeaving } from '../money/check-leaving.ts'
import { checkLimits } from '../money/check-limits.ts'
import { checkPayments, checkSales } from '../money/check-sales.ts'
import type { LeaveRecord } from '../money/leave.ts'
import type { ActRecord } from '../money/operate.ts'
import type { SaleRecord } from '../money/sell.ts'
import type { World } from '../processes/world.ts'
import { checkFiles } from './files.ts'
import { checkGenerations, type Ends } from './generations.ts'
import { checkJobs } from './jobs.ts'
import { checkMoney } from './money.ts'
import { checkRequests } from './requests.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import type { Findings } from './violation.ts'

/** What was done beside the creates. */
export type Dealings = { sales: SaleRecord[]; acts: ActRecord[]; leavings: LeaveRecord[] }

/** `purged`: tags of creates whose account is deleted in the run. */
export type Checking = {
  world: World
  accounts: Account[]
  ends: Ends
  findings: Findings
  dealings: Dealings
  purged: ReadonlySet<string>
}

/** What must hold at any moment, whatever is under way. */
export async function checkNow({
  world,
  accounts,
  ends,
  findings,
  purged,
}: Checking): Promise<Snapshot> {
  const jobs = await world.jobs()
  const snapshot = await takeSnapshot(world.database)
  checkMoney(snapshot, findings)
  checkPayments(snapshot, findings)
  checkGrants(snapshot, accounts, findings)
  checkLimits(snapshot, findings)
  checkGenerations(snapshot, ends, findings)
  checkJobs(snapshot, jobs, findings, { isLast: false, purged })
  return snapshot
}

/** The same checks when all generations have ended, plus the clients' events, and every file. */
export async function checkEnd(checking: Checking, records: CreateRecord[]): Promise<Snapshot> {
  const { world, accounts, findings, dealings, purged } = checking
  const snapshot = await checkNow(checking)
  checkJobs(snapshot, await world.jobs(), findings, { isLast: true, purged })
  checkRequests(snapshot, records, accounts, findings)
  checkSales(snapshot, dealings.sales, findings)
  checkActs(snapshot, dealings.acts, findings)
  checkLeaving(snapshot, dealings.leavings, findings)
  await checkFiles(snapshot, world.storage, findings)
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
