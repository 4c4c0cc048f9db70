import { verifyPath } from '#core/pages/page-paths-contract.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'

/**
 * Says that a model made what is beside it, and leads to the page that checks files, or to what a
 * file says.
 */
export function GeneratedBadge({ address }: { address?: string | undefined }) {
  return (
    <Link
      to={verifyPath}
      {...(address && { query: verifyQuery(address) })}
      data-tip={m.provenance_generated_why()}
      className="flex min-h-6 items-center rounded-[5px]"
    >
      <Badge>{m.provenance_generated()}</Badge>
    </Link>
  )
}

/** The query of the page that checks files, for a file of this studio. */
function verifyQuery(address: string): { address: string } {
  return { address: new URL(address, 'https://studio.example').pathname }
}

/** What a shared work is called where its medium is not seen: by screen readers and sites. */
export function generatedTitle(title: string): string {
  return `${title} · ${m.provenance_generated()}`
}
