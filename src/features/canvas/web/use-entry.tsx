import { useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import type { UseEntryProps } from '#web/shared/record-actions/use-entries.ts'
import { UseItem } from '#web/shared/record-actions/use-item.tsx'
import { toast } from '#web/ui/feedback/toast.ts'

/** Opens an image on a canvas of its own. The code of the canvas is loaded with the press. */
export function UseEntry({ generation, media, onUse }: UseEntryProps) {
  const [isBusy, setBusy] = useState(false)
  if (!isImage(media)) return null
  const open = async () => {
    setBusy(true)
    try {
      const { openResult } = await import('./open-result.ts')
      if (await openResult(generation, media)) onUse?.()
    } catch {
      toast(m.canvas_not_loaded(), { tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return <UseItem label={m.canvas_open_result()} isBusy={isBusy} onUse={() => void open()} />
}
