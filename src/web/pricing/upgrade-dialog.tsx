import { useQuery } from '@tanstack/react-query'
import { accountQuery, limitsQuery } from '#web/lib/account.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { closePrompt, type UpgradePrompt } from '#web/lib/prompts.ts'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { SuspensionNotice } from '#web/shared/suspension-notice.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PackChoice, usePacks } from './pack-choice.ts'

/**
 * Explains what is missing before a generation can start, and sells credits: at once, or on the
 * page with all prices. Either way the user returns to the current page
 * (docs/spec/money.md#charge).
 */
export function UpgradeDialog({ prompt }: { prompt: UpgradePrompt }) {
  const packs = usePacks()
  const { data: account } = useQuery(accountQuery)
  const isSuspended = account?.is_suspended ?? false
  const isCredits = prompt.reason === 'credits'
  const isFree = useIsFree()
  const { data: limits } = useQuery({ ...limitsQuery, enabled: isFree && isCredits })
  const renewsAt = limits?.allowance?.renews_at
  const { required, current } = prompt
  const owed = account?.owed ?? 0
  const sums =
    isCredits && required !== undefined && current !== undefined
      ? { required, current, owed }
      : undefined
  const returnTo = prompt.returnTo ?? location.pathname + location.search
  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={isCredits ? m.upgrade_credits_title() : m.upgrade_never_paid_title()}
      description={
        isFree && isCredits
          ? renewsAt
            ? m.upgrade_allowance_text({ date: formatDateTime(renewsAt) })
            : m.upgrade_no_allowance_text()
          : isCredits
            ? m.upgrade_credits_text()
            : m.upgrade_never_paid_text()
      }
      footer={
        <>
          <Button variant="quiet" onClick={closePrompt}>
            {m.upgrade_later()}
          </Button>
          {!isSuspended && (
            <Link
              to="/pricing"
              query={{ return_to: returnTo }}
              onClick={closePrompt}
              className={buttonStyle({ variant: packs.length > 0 ? 'plain' : 'primary' })}
            >
              {isFree ? m.limits_allowance() : m.upgrade_see_pricing()}
            </Link>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {sums && <CreditSums {...sums} isFree={isFree} />}
        {account && <SuspensionNotice account={account} />}
        {!isSuspended && packs.length > 0 && (
          <PackChoice missing={sums && missingCredits(sums)} returnTo={returnTo} />
        )}
      </div>
    </Dialog>
  )
}

type Needs = { required: number; current: number; owed: number }

/** How many credits must be bought: a debt is deducted from them first. */
function missingCredits({ required, current, owed }: Needs): number {
  return required + owed - current
}

/** The price, the balance, the debt and the missing credits. */
function CreditSums({ isFree, ...needs }: Needs & { isFree: boolean }) {
  const lines: [string, number][] = [
    [isFree ? m.upgrade_free_required() : m.upgrade_required(), needs.required],
    [m.upgrade_current(), needs.current],
    ...(needs.owed > 0 ? [[m.upgrade_owed(), needs.owed] satisfies [string, number]] : []),
    [m.upgrade_missing(), missingCredits(needs)],
  ]
  return (
    <dl className="flex flex-col">
      {lines.map(([name, credits]) => (
        <div
          key={name}
          className="flex justify-between gap-4 py-1.5 last:mt-1.5 last:border-t last:border-line last:pt-3 last:font-semibold"
        >
          <dt className="text-quiet">{name}</dt>
          <dd className="tabular-nums">{formatNumber(credits)}</dd>
        </div>
      ))}
    </dl>
  )
}
