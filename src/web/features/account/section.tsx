import { type ReactNode, useId } from 'react'

type SectionProps = {
  title: string
  /** One or two quiet sentences about it. */
  hint?: ReactNode
  children: ReactNode
}

/**
 * One part of a settings page: what it is about on the left, its controls on the right; on a phone
 * one above the other.
 */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-prompt">
          {title}
        </h2>
        {hint && <div className="mt-1.5 text-small text-quiet">{hint}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
