import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { packsQuery } from '#web/lib/payments.ts'
import { closePrompt, type UpgradePrompt } from '#web/lib/prompts/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PackChoice } from './pack-choice.tsx'
import { missingOf, Sums } from './sums.tsx'

/**
 * Says what is missing before something can be made, and sells it: at once, or on the page with all
 * prices. Either way the person comes back to where they were (docs/spec/money.md#charge).
 */
export function UpgradeDialog({ prompt }: { prompt: UpgradePrompt }) {
  const { data: shop } = useQuery(packsQuery)
  const { data: account } = useQuery(accountQuery)
  const isSuspended = account?.is_suspended ?? false
  const isCredits = prompt.reason === 'credits'
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
      description={isCredits ? m.upgrade_credits_text() : m.upgrade_never_paid_text()}
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
              className={buttonStyle({ variant: shop?.packs.length ? 'plain' : 'primary' })}
            >
              {m.upgrade_see_pricing()}
            </Link>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {sums && <Sums {...sums} />}
        {isSuspended && <Notice tone="bad" title={m.account_suspended_title()} />}
        {!isSuspended && shop && shop.packs.length > 0 && (
          <PackChoice shop={shop} missing={sums && missingOf(sums)} returnTo={returnTo} />
        )}
      </div>
    </Dialog>
  )
}
