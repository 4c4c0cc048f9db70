import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import type { SharedFileActionProps } from '#web/shared/record-actions/shared-file-actions.tsx'
import { reportPath } from '../rules.ts'

/** Reports a shared result. */
export function SharedFileAction({ address, className = '' }: SharedFileActionProps) {
  return (
    <Link
      to={reportPath}
      query={{ address }}
      className={`${className} underline-offset-4 hover:text-text hover:underline`.trim()}
    >
      {m.share_report()}
    </Link>
  )
}
