import { m } from '#web/messages/compiled/messages.js'
import { CopyButton } from '../copy-button.tsx'

type CodeBlockProps = {
  /** What it is, for screen readers. */
  label: string
  /** Where it belongs: a file's name, or a terminal. */
  place: string
  code: string
}

/**
 * A program as it is to be pasted. Lines do not wrap; the block scrolls sideways, with the keyboard
 * too.
 */
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
