import { verifyPath } from '#contract/page-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'

/** Says that a model made what is beside it, and leads to the page that checks files. */
export function GeneratedBadge() {
  return (
    <Link to={verifyPath} data-tip={m.provenance_generated_why()} className="flex rounded-[5px]">
      <Badge>{m.provenance_generated()}</Badge>
    </Link>
  )
}

/** What a shared work is called where its medium is not seen: by screen readers and sites. */
export function generatedTitle(title: string): string {
  return `${title} · ${m.provenance_generated()}`
}
