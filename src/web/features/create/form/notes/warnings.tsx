import { TriangleAlert } from 'lucide-react'
import type { FormValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { type Warning, warningsOf } from '#catalogue/price.ts'
import { m } from '#web/messages/compiled/messages.js'

/** What the settings cost in time and credits beyond the usual (docs/spec/creation.md#models). */
export function Warnings({ model, values }: { model: Model; values: FormValues }) {
  const warnings = warningsOf(model, values)
  if (warnings.length === 0) return null
  return (
    <ul aria-label={m.create_warnings()} className="flex flex-col gap-1">
      {warnings.map((warning) => (
        <li key={warning.reason} className="flex gap-2 text-small text-quiet">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {wordsOf(warning)}
        </li>
      ))}
    </ul>
  )
}

function wordsOf(warning: Warning): string {
  switch (warning.reason) {
    case 'frames':
      return m.create_warning_frames({ more: warning.percent - 100 })
    case 'steps':
      return m.create_warning_steps({ more: warning.percent - 100 })
    case 'interpolation':
      return m.create_warning_interpolation({ more: warning.percent - 100 })
    case 'many-steps':
      return m.create_warning_many_steps({ above: warning.above })
  }
}
