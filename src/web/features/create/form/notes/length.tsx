import type { FormValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { m } from '#web/messages/compiled/messages.js'

/** How long the film will be: its frames divided by their rate (docs/spec/creation.md#models). */
export function Length({ model, values }: { model: Model; values: FormValues }) {
  const seconds = 'duration' in model.fields ? undefined : model.seconds?.(values as never)
  if (seconds === undefined || !Number.isFinite(seconds)) return null
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="text-small text-quiet">{m.field_duration()}</dt>
      <dd className="text-body tabular-nums">
        {m.field_seconds({ seconds: Math.round(seconds * 10) / 10 })}
      </dd>
    </div>
  )
}
