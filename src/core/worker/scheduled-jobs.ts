import { eraseDeletedAccounts } from '#core/account-data/erase-account-data.ts'
import { deleteOldSessions } from '#core/accounts/sign-in/sessions.ts'
import { checkLedgerDaily } from '#core/credits/check-ledger.ts'
import { makeMixes } from '#core/generations/make-mixes.ts'
import { probeProviders } from '#core/generations/steps/provider-outage.ts'
import { indexDueHistories } from '#core/history/maintain-index.ts'
import { deleteExpired, purgeDeleted } from '#core/history/retention.ts'
import { readAppearances } from '#core/image-search/read-appearances.ts'
import { createBackground } from '#core/jobs/background.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { runAlone } from '#core/jobs/run-alone.ts'
import type { ScheduledJob } from '#core/jobs/scheduled-job.ts'
import { deleteOldMails, sendDueMails } from '#core/mail/send-mails.ts'
import { makeThumbnails } from '#core/media/make-thumbnails.ts'
import { probeStorage } from '#core/media/storage-outage.ts'
import { deleteOldUploads } from '#core/media/uploads/delete-old-uploads.ts'
import { compareSchemasDaily } from '#core/models/compare-schemas.ts'
import type { AllParts } from '#core/parts.ts'
import { markStored } from '#core/provenance/mark-stored.ts'
import { runOnlineMigrations } from './online-migrations.ts'

const minute = 60_000

/** Those of the core. */
export const coreScheduledJobs: readonly ScheduledJob[] = [
  { name: 'thumbnails', every: 5 * minute, run: (context) => makeThumbnails(context) },
  { name: 'marks', every: minute, run: markStored },
  { name: 'appearances', every: minute, run: readAppearances },
  { name: 'mixes', every: 5 * minute, run: (context) => makeMixes(context) },
  { name: 'provider', every: 2_000, isShared: true, run: probeProviders },
  { name: 'storage', every: 2_000, isShared: true, run: probeStorage },
  { name: 'mail', every: 5_000, isShared: true, run: sendDueMails },
  { name: 'mails', every: 60 * minute, run: deleteOldMails },
  { name: 'sessions', every: 60 * minute, run: deleteOldSessions },
  { name: 'uploads', every: 60 * minute, run: deleteOldUploads },
  { name: 'deleted', every: 5_000, isShared: true, run: purgeDeleted },
  { name: 'accounts', every: 10_000, run: eraseDeletedAccounts },
  { name: 'retention', every: 6 * 60 * minute, run: deleteExpired },
  { name: 'files', every: 5 * minute, isShared: true, run: deleteOrphanedFiles },
  { name: 'history', every: 5_000, isShared: true, run: indexDueHistories },
  { name: 'migrations', every: minute, run: (context) => runOnlineMigrations(context) },
  { name: 'schemas', every: 60 * minute, run: compareSchemasDaily },
  { name: 'ledger', every: 60 * minute, run: checkLedgerDaily },
]

/** How many scheduled jobs run at once: each uses database connections. */
const concurrency = 4

/**
 * The share of an interval in which a job that has run is not due again. Less than all of it,
 * because the timers of the processes differ.
 */
const pauseShare = 0.9

/** Runs each job at its interval; a failed one is retried at its next time. */
export function startScheduledJobs(context: AllParts): { stop(): Promise<void> } {
  const background = createBackground(context.log, { concurrency })
  const started = new Set<ScheduledJob>()
  const run = ({ name, every, isShared, run: work }: ScheduledJob) =>
    isShared
      ? work(context)
      : runAlone(context, name, () => work(context), { pause: pauseShare * every })
  const runLogged = (scheduledJob: ScheduledJob) =>
    run(scheduledJob)
      .catch((error: unknown) => {
        context.log.error({ job: scheduledJob.name, err: error }, 'scheduled job failed')
      })
      .finally(() => started.delete(scheduledJob))

  const start = (scheduledJob: ScheduledJob) => {
    if (started.has(scheduledJob)) return
    started.add(scheduledJob)
    background.run(async () => void (await runLogged(scheduledJob)))
  }
  const scheduledJobs = [...coreScheduledJobs, ...context.contributions.scheduledJobs]
  for (const scheduledJob of scheduledJobs) start(scheduledJob)
  const timers = scheduledJobs.map((scheduledJob) =>
    setInterval(() => start(scheduledJob), scheduledJob.every),
  )
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await background.stop()
    },
  }
}
