import { createContext, type FocusEvent, useContext, useState } from 'react'
import { maxSeed, readSeed, type Seed } from '#core/models/rules/seed.ts'
import { m } from '#web/messages/compiled/messages.js'
import { randomSeed } from '#web/shared/start/recipe.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { isSubmitButton } from '#web/ui/controls/number-box.tsx'
import { Lock } from '#web/ui/icons/basic-icons.ts'
import { Dices, LockOpen } from '#web/ui/icons/form-icons.ts'
import type { ControlInput } from './control-props.ts'
import { AdjustmentNote } from './simple-controls.tsx'

/** The seed of the image on the stage, for the reuse button; `undefined` when there is none. */
export const LastSeed = createContext<Seed | undefined>(undefined)

/**
 * A number or nothing. Text, because a seed may have more digits than a number can represent; an
 * invalid seed stays as typed until the box loses the focus or the form rejects it. The lock keeps
 * the seed of the image on the stage, and releases it again.
 */
export function SeedControl({ text, hint, error, value, onChange }: ControlInput<'seed'>) {
  const lastSeed = useContext(LastSeed)
  const [adjustment, setAdjustment] = useState<string>()
  const typed = value === undefined || value === null ? '' : String(value)
  const isKept = readSeed(value) !== undefined
  const change = (next: unknown) => {
    setAdjustment(undefined)
    onChange(next)
  }
  const leave = (event: FocusEvent) => {
    const nearest = nearestSeed(typed)
    if (nearest === undefined || isSubmitButton(event.relatedTarget)) return
    onChange(readSeed(nearest))
    setAdjustment(
      m.field_adjusted({ typed: typed.trim(), min: '0', max: String(maxSeed), value: nearest }),
    )
  }
  return (
    <Field
      label={text.label()}
      hint={adjustment ? <AdjustmentNote text={adjustment} /> : hint}
      error={error}
    >
      {(props) => (
        <div className="flex items-center gap-1">
          <Input
            {...props}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => change(parseTypedSeed(event.target.value))}
            onBlur={leave}
            placeholder={m.create_seed_placeholder()}
          />
          <IconButton
            icon={Dices}
            label={m.create_seed_roll()}
            onClick={() => change(randomSeed())}
          />
          <IconButton
            icon={isKept ? Lock : LockOpen}
            label={m.create_seed_keep()}
            aria-pressed={isKept}
            onClick={() => change(isKept ? undefined : (lastSeed ?? randomSeed()))}
            {...(isKept && { className: '!text-accent' })}
          />
        </div>
      )}
    </Field>
  )
}

/** The typed text as the form's value: a seed, nothing, or the text itself while it is no seed. */
function parseTypedSeed(text: string): unknown {
  return text.trim() === '' ? undefined : (readSeed(text) ?? text)
}

/**
 * The digits of the nearest seed to a number that is none; `undefined` for a seed, an empty text
 * and any other text.
 */
function nearestSeed(text: string): string | undefined {
  if (text.trim() === '' || readSeed(text) !== undefined) return undefined
  if (/^\s*-\d+(\.\d*)?\s*$/.test(text)) return '0'
  if (/^\s*\d+\s*$/.test(text)) return String(maxSeed)
  const [, whole] = /^\s*(\d{1,19})\.\d*\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : String(BigInt(whole))
}
