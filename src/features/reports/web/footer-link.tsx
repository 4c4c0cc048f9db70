import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { reportPath } from '../rules.ts'

export function FooterLink() {
  return (
    <Link to={reportPath} className="underline hover:text-text">
      {m.report_title()}
    </Link>
  )
}
