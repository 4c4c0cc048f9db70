import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { ButtonVariant } from '#web/ui/controls/button-style.ts'
import { toast } from '#web/ui/feedback/toast.ts'

type CopyButtonProps = { text: string; label: string; variant?: ButtonVariant }

/** How long the button says that it has copied, in ms. */
const confirmation = 2_000

/** Copies a text and says so. */
export function CopyButton({ text, label, variant = 'plain' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmation)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    // Pages served without https have no clipboard to write to.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (done) setCopied(true)
    else toast(m.account_not_copied(), { tone: 'bad', description: m.account_not_copied_next() })
  }
  return (
    <>
      <Button
        size="small"
        variant={variant}
        icon={isCopied ? Check : Copy}
        onClick={() => void copy()}
      >
        {isCopied ? m.account_copied() : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && m.account_copied()}
      </span>
    </>
  )
}
