import { Copy } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/** The end of a request id; pressing it copies the whole of it. */
export function CopyIdButton({ requestId }: { requestId: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(requestId)
      toast(m.records_copied_id(), { duration: 2_000 })
    } catch {
      toast(m.create_not_copied(), { tone: 'bad' })
    }
  }
  const end = requestId.slice(-8)
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={m.records_copy_id({ id: end })}
      data-tip={m.records_copy_id({ id: end })}
      className="inline-flex min-h-6 items-center gap-1 rounded-[4px] align-middle hover:text-text"
    >
      …{end}
      <Copy size={12} aria-hidden />
    </button>
  )
}
