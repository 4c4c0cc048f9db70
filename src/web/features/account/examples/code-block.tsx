import { m } from '#web/messages/compiled/messages.js'
import { CopyButton } from '../copy-button.tsx'

type CodeBlockProps = {
  /** What it is, for screen readers. */
  label: string
  code: string
}

/** A program as it is to be pasted. Lines do not wrap; the block scrolls sideways, with the keyboard too. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="relative rounded-control border border-line bg-stage">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control p-4 pt-14"
      >
        <pre className="font-mono text-small leading-relaxed">
          <code>{code}</code>
        </pre>
      </section>
      <div className="absolute top-2 right-2">
        <CopyButton text={code} label={m.account_copy()} />
      </div>
    </div>
  )
}
