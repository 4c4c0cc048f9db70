import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { closePrompt, type UpgradePrompt } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Says what is missing before something can be made, and leads to the prices (specification, creation §4). */
export function UpgradeDialog({ prompt }: { prompt: UpgradePrompt }) {
  const isCredits = prompt.reason === 'credits'
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
          <Link to="/pricing" onClick={closePrompt} className={buttonStyle({ variant: 'primary' })}>
            {m.upgrade_see_pricing()}
          </Link>
        </>
      }
    >
      {isCredits && <Sums required={prompt.required} current={prompt.current} />}
    </Dialog>
  )
}

type SumsProps = { required: number | undefined; current: number | undefined }

function Sums({ required, current }: SumsProps) {
  if (required === undefined || current === undefined) return null
  const lines = [
    [m.upgrade_required(), required],
    [m.upgrade_current(), current],
    [m.upgrade_missing(), required - current],
  ] as const
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
