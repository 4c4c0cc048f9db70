import { useEffect, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { serverNow } from '#web/lib/api.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { snippet } from './snippet.ts'

/** Work that is still going on: its place in the queue, or how long it has been worked on. */
export function RunningTile({ generation }: { generation: GenerationView }) {
  const text = useStateText(generation)
  return (
    <div className="flex size-full flex-col justify-end gap-1.5 border border-line bg-raised p-3 text-small">
      <p className="line-clamp-3 text-quiet">{snippet(generation.prompt)}</p>
      <p className="font-medium tabular-nums">{text}</p>
      {generation.status === 'processing' && (
        <ProgressBar label={snippet(generation.prompt)} percent={generation.progress ?? undefined} />
      )}
    </div>
  )
}

/** Work that came to nothing: why, and what about the credits. */
export function FailedTile({ generation }: { generation: GenerationView }) {
  const { credits_charged, credits_refunded, error_message, prompt } = generation
  return (
    <div className="flex size-full flex-col justify-end gap-1 overflow-hidden border border-line p-3 text-small">
      <span className="mb-auto">
        <Badge tone="bad">{m.history_status_failed()}</Badge>
      </span>
      <p className="line-clamp-2 text-quiet">{snippet(prompt)}</p>
      <p className="line-clamp-3">{error_message || m.history_no_text()}</p>
      <p className="text-quiet">
        {credits_refunded >= credits_charged
          ? m.history_not_charged()
          : m.history_refunded({ credits: formatNumber(credits_refunded) })}
      </p>
    </div>
  )
}

function useStateText({ status, queue_position, progress, started_at, created_at }: GenerationView): string {
  const now = useSeconds()
  if (status === 'pending') {
    return queue_position ? m.history_waiting_behind({ count: queue_position }) : m.history_waiting()
  }
  const elapsed = formatElapsed(now - Date.parse(started_at ?? created_at))
  return progress === null
    ? m.history_working({ elapsed })
    : m.history_working_percent({ elapsed, percent: Math.round(progress) })
}

/** The server's time in ms, once a second. */
function useSeconds(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
