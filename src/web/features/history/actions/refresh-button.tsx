import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { generationQuery } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { statusText } from '../words/status-text.ts'

/** Asks the server how this one record stands now (docs/spec/history.md#record). */
export function RefreshButton({ generation: { id, kind } }: { generation: GenerationView }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refresh = async () => {
    setAsking(true)
    try {
      const { status } = await client.fetchQuery({ ...generationQuery(id), staleTime: 0 })
      toast(m.records_refreshed({ status: statusText(status, kind) }), { duration: 2_000 })
    } catch {
      toast(m.records_not_refreshed(), { tone: 'bad' })
    } finally {
      setAsking(false)
    }
  }
  return (
    <IconButton
      icon={RotateCw}
      small
      label={m.records_refresh()}
      aria-disabled={isAsking}
      onClick={() => !isAsking && void refresh()}
      className={isAsking ? '[&>svg]:animate-spin' : ''}
    />
  )
}
