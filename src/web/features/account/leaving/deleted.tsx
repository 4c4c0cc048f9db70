import { useEffect, useRef } from 'react'
import { localizedPath } from '#web/lib/preferences/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'

/**
 * Said once, after the account is gone. The way on starts the page afresh: nothing of the account
 * stays in memory.
 */
export function Deleted() {
  const place = useRef<HTMLElement>(null)
  // What was pressed is gone with the account; the keyboard and the reader's voice go on here.
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={m.account_deleted_title()}
      className="m-auto max-w-md px-4 py-12 text-center outline-none"
    >
      <h1 className="text-title">{m.account_deleted_title()}</h1>
      <p className="mt-2 text-balance text-quiet">{m.account_deleted_text()}</p>
      <a href={localizedPath('/')} className={`${buttonStyle()} mt-6`}>
        {m.app_to_start()}
      </a>
    </section>
  )
}
