import { useEffect, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button, type ButtonVariant } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Copy } from '#web/ui/icons/stage-icons.ts'

type CodeBlockProps = {
  /** What it is, for screen readers. */
  label: string
  /** Where to use it: a file's name, or a terminal. */
  place: string
  code: string
}

/** A program to copy. Lines do not wrap; the block scrolls sideways, with the keyboard too. */
export function CodeBlock({ label, place, code }: CodeBlockProps) {
  return (
    <div className="rounded-control border border-line bg-stage">
      <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 pr-1.5 pl-4">
        <span className="font-mono text-small text-quiet">{place}</span>
        <CopyButton key={code} text={code} label={m.account_copy()} />
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-b-control p-4"
      >
        <pre className="font-mono text-small leading-relaxed">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  )
}

type CopyButtonProps = { text: string; label: string; variant?: ButtonVariant }

/** How long the button shows that it has copied, in ms. */
const confirmationMs = 2_000

/** Copies a text and confirms it. */
export function CopyButton({ text, label, variant = 'plain' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
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
