import { useEffect, useRef } from 'react'
import type { NewKeyView } from '#contract/keys.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CopyButton } from '../copy-button.tsx'

/** The key, the one time it can be seen. */
export function MadeKey({ made, onDone }: { made: NewKeyView; onDone: () => void }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={m.keys_made({ name: made.name })}
      className="flex flex-col gap-4 outline-none"
    >
      <p className="font-medium wrap-anywhere">{m.keys_made({ name: made.name })}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-control border border-edge bg-raised py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 basis-56 font-mono text-body break-all">{made.key}</code>
        <CopyButton text={made.key} label={m.keys_copy()} variant="primary" />
      </div>
      <Notice tone="warn">{m.keys_once()}</Notice>
      <div>
        <Button onClick={onDone}>{m.keys_make_another()}</Button>
      </div>
    </section>
  )
}
