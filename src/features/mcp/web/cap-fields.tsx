import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import type { ApplicationView } from '../contract.ts'

/** What an application may spend, in credits; `null`: no limit. */
export type Caps = Pick<ApplicationView, 'daily_cap' | 'monthly_cap'>

/** What a cap may be (contract, `DecideAuthorization`). */
const range = { min: 0, max: 1_000_000_000 }

const capNames = ['daily_cap', 'monthly_cap'] as const

const capTexts = {
  daily_cap: { label: m.application_daily_cap, hint: m.application_daily_cap_hint },
  monthly_cap: { label: m.application_monthly_cap, hint: m.application_monthly_cap_hint },
}

/** Whether both caps are valid. */
export function areCaps(caps: Caps): boolean {
  return capNames.every((name) => isCap(caps[name]))
}

const isCap = (cap: number | null) => cap === null || nearestNumber(cap, range) === cap

/** Both caps; an empty box is no limit. */
export function CapFields({ caps, onChange }: { caps: Caps; onChange: (caps: Caps) => void }) {
  const [left, setLeft] = useState<Partial<Record<keyof Caps, true>>>({})
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {capNames.map((name) => {
        const { label, hint } = capTexts[name]
        const limits = { min: formatNumber(range.min), max: formatNumber(range.max) }
        const problem = m.field_out_of_range({ field: label(), ...limits })
        return (
          <Field
            key={name}
            label={label()}
            hint={hint()}
            error={left[name] && !isCap(caps[name]) ? problem : undefined}
          >
            {(control) => (
              <NumberBox
                {...control}
                wide
                mayBeEmpty
                {...range}
                placeholder={m.account_no_limit()}
                value={caps[name] ?? undefined}
                onChange={(value) => {
                  setLeft({ ...left, [name]: true })
                  onChange({ ...caps, [name]: value ?? null })
                }}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
