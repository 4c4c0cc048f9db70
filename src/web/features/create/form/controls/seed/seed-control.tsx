import { Dices, Lock, LockOpen } from 'lucide-react'
import { useContext } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { randomSeed } from '../../../../work/start/recipe.ts'
import type { ControlInput } from '../control-props.ts'
import { LastSeed } from './last-seed.ts'

/** A number or nothing. The lock keeps the seed of the picture on the stage, and lets go of it again. */
export function SeedControl({ control, text, hint, error, value, onChange }: ControlInput<'seed'>) {
  const lastSeed = useContext(LastSeed)
  const seed = typeof value === 'number' ? value : undefined
  const isKept = seed !== undefined
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(props) => (
        <div className="flex items-center gap-1">
          <NumberBox
            {...props}
            min={control.min}
            max={control.max}
            value={seed}
            onChange={onChange}
            placeholder={m.create_seed_placeholder()}
            mayBeEmpty
            wide
          />
          <IconButton icon={Dices} label={m.create_seed_roll()} onClick={() => onChange(randomSeed())} />
          <IconButton
            icon={isKept ? Lock : LockOpen}
            label={m.create_seed_keep()}
            aria-pressed={isKept}
            onClick={() => onChange(isKept ? undefined : (lastSeed ?? randomSeed()))}
            {...(isKept && { className: '!text-accent' })}
          />
        </div>
      )}
    </Field>
  )
}
