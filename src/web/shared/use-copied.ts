import { useEffect, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * How long the button shows that it has copied, in ms (docs/spec/creation.md#result-on-the-page).
 */
const confirmation = 2_000

/** Copies a text; `isCopied` for two seconds afterwards. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast(m.create_not_copied(), { tone: 'bad' })
      return
    }
    toast(m.understand_copied())
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(() => setCopied(false), confirmation)
  }
  return { isCopied, copy }
}
