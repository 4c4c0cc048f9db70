import type { Field } from '#catalogue/fields.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { UpgradeMark } from './upgrade-mark.tsx'
import { useNeedsUpgrade } from './use-needs-upgrade.ts'

/** What the marks mean, once for all the options that carry one. */
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
