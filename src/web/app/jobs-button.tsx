import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { accountQuery } from '#web/lib/account.ts'
import { formatNumber } from '#web/lib/format.ts'
import { openJobsQuery } from '#web/lib/jobs/open-jobs.ts'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Activity } from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'

const JobsPanel = lazyPart(async () => (await import('./jobs-panel.tsx')).JobsPanel, 'line')

/**
 * How many jobs of the account wait or run, of all kinds, and the panel that lists them. On a narrow
 * window it is only there while there are any.
 */
export function JobsButton() {
  const { data: account } = useQuery(accountQuery)
  const { data: jobs } = useQuery({ ...openJobsQuery, enabled: Boolean(account) })
  if (!account) return null
  const total = jobs?.total ?? 0
  const shown = formatNumber(total)
  return (
    <Popover
      label={m.jobs_title()}
      trigger={(trigger) => (
        <span
          {...(total > 0 && { 'data-jobs': true })}
          className={`relative max-[23rem]:ml-auto ${total > 0 || trigger['aria-expanded'] ? '' : 'max-md:hidden'}`}
        >
          <IconButton
            {...trigger}
            icon={Activity}
            label={total > 0 ? m.jobs_open({ shown }) : m.jobs_title()}
            onPointerEnter={() => void JobsPanel.preload()}
          />
          {total > 0 && (
            <span
              aria-hidden
              className="pointer-events-none absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
            >
              {shown}
            </span>
          )}
        </span>
      )}
    >
      {(close) => (
        <Suspense>
          <JobsPanel onClose={close} />
        </Suspense>
      )}
    </Popover>
  )
}
