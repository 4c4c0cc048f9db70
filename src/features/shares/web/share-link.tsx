import { m } from '#web/messages/compiled/messages.js'
import { useCopied } from '#web/shared/use-copied.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Copy, Share2 } from '#web/ui/icons/stage-icons.ts'

/** The link, to copy or to hand to another app of the device. */
export function ShareLink({ url }: { url: string }) {
  const { isCopied, copy } = useCopied()
  const canShare = typeof navigator.share === 'function'
  return (
    <div className="flex flex-col gap-2">
      <Field label={m.share_link()}>
        {(control) => (
          <Input {...control} readOnly value={url} onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={isCopied ? Check : Copy} onClick={() => void copy(url)}>
          {m.share_copy()}
        </Button>
        {canShare && (
          <Button
            size="small"
            icon={Share2}
            // Closing the device's own dialog is no failure.
            onClick={() => void navigator.share({ url }).catch(() => undefined)}
          >
            {m.share_send()}
          </Button>
        )}
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-control-small items-center rounded-control px-2.5 text-small underline underline-offset-4"
        >
          {m.share_open()}
        </a>
      </div>
    </div>
  )
}
