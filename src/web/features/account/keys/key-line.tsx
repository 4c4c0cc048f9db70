import { useState } from 'react'
import type { KeyView } from '#contract/keys.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { reachOf, reachTexts } from './scopes.ts'

/** One key: what its owner knows it by, what it may do, when it was used. */
export function KeyLine({ apiKey, onRevoked }: { apiKey: KeyView; onRevoked: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { name, hint, created_at, last_used_at } = apiKey
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {name}
          <code className="font-mono text-small text-quiet">{hint}</code>
        </p>
        {/* A dot that would begin a line hangs outside it, and is cut off. */}
        <div className="mt-0.5 overflow-hidden text-small text-quiet">
          <ul className="-ml-4 flex flex-wrap *:before:inline-block *:before:w-4 *:before:text-center *:before:content-['·']">
            <li>{reachTexts[reachOf(apiKey)].name()}</li>
            <li>
              {last_used_at
                ? m.keys_used({ when: formatDateTime(last_used_at) })
                : m.keys_never_used()}
            </li>
            <li>{m.keys_created({ date: formatDate(created_at) })}</li>
          </ul>
        </div>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={m.keys_revoke_of({ name })}
        onClick={() => setAsking(true)}
      >
        {m.keys_revoke()}
      </Button>
      <RevokeDialog
        open={isAsking}
        apiKey={apiKey}
        onClose={() => setAsking(false)}
        onRevoked={onRevoked}
      />
    </li>
  )
}
