import { useQuery } from '@tanstack/react-query'
import type { Field } from '#core/models/rules/fields.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { CircleArrowUp } from '#web/ui/icons/form-icons.ts'

/** Marks an option that needs an upgrade; the option's name contains it as text. */
export function UpgradeMark() {
  return <CircleArrowUp size={14} aria-hidden className="shrink-0" />
}

/** The explanation of the marks, once for all marked options. */
export function UpgradeNote({ fields }: { fields: readonly Field[] }) {
  const isNeeded = useNeedsUpgrade()
  const isMarked = fields.some(
    ({ control }) => 'upgrade' in control && (control.upgrade?.length ?? 0) > 0,
  )
  if (!isNeeded || !isMarked) return null
  return (
    <p className="flex gap-1.5 text-small text-quiet">
      <span className="mt-0.5">
        <UpgradeMark />
      </span>
      <span>
        {m.create_upgrade_note()}{' '}
        <Link to="/pricing" className="rounded-[3px] underline underline-offset-2 hover:text-text">
          {m.upgrade_see_pricing()}
        </Link>
      </span>
    </p>
  )
}

/**
 * Whether options that need an upgrade are marked: for a user who has never paid, where credits are
 * sold (docs/spec/creation.md#models).
 */
export function useNeedsUpgrade(): boolean {
  const { data: account } = useQuery(accountQuery)
  const isFree = useIsFree()
  return !isFree && account !== undefined && !account?.has_ever_paid
}
