import { type ReactNode, useId } from 'react'

type BlockProps = { title: string; aside?: ReactNode; children: ReactNode }

/** One matter of a page, under its heading. */
export function Block({ title, aside, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex min-h-control-small flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-prompt font-medium">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
