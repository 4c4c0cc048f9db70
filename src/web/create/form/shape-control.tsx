import { useId } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import type { ControlInput } from './control-props.ts'
import { type Shape, shapeOf } from './shape-option.ts'
import { UpgradeMark, useNeedsUpgrade } from './upgrade-mark.tsx'

const kindNames: Record<Shape['kind'], () => string> = {
  square: m.field_shape_square,
  portrait: m.field_shape_portrait,
  landscape: m.field_shape_landscape,
  auto: m.field_shape_auto,
}

/** The longer side of a drawn shape, in px. */
const drawn = 26

/**
 * Shapes as tiles that draw themselves, with their numbers below. A radio group: arrow keys move,
 * Tab leaves.
 */
export function ShapeControl({ control, text, error, value, onChange }: ControlInput<'shape'>) {
  const name = useId()
  const needsUpgrade = useNeedsUpgrade()
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{text.label()}</FieldLabel>
      <div
        role="radiogroup"
        aria-label={text.label()}
        className={`grid gap-1.5 ${columns(control.options.length)}`}
      >
        {control.options.map((option) => (
          <ShapeTile
            key={option}
            group={name}
            shape={shapeOf(option)}
            isChosen={option === value}
            isMarked={needsUpgrade && control.upgrade?.includes(option) === true}
            onChoose={() => onChange(option)}
          />
        ))}
      </div>
      {error && <p className="text-small text-bad">{error}</p>}
    </div>
  )
}

/** Avoids a single tile in the last row where possible. */
function columns(tiles: number): string {
  if (tiles === 2) return 'grid-cols-2'
  return tiles === 4 || tiles > 6 ? 'grid-cols-4' : 'grid-cols-3'
}

type TileProps = {
  group: string
  shape: Shape
  isChosen: boolean
  isMarked: boolean
  onChoose: () => void
}

function ShapeTile({ group, shape, isChosen, isMarked, onChoose }: TileProps) {
  const { kind, ratio, ratioName, pixels } = shape
  const numbers = pixels ? `${pixels.width} × ${pixels.height}` : ratioName
  const spoken =
    kind === 'auto' ? kindNames.auto() : m.field_shape_name({ shape: kindNames[kind](), numbers })
  return (
    <label className="relative flex flex-col items-center gap-1 rounded-control border border-line px-1 pt-2.5 pb-1.5 text-quiet transition-colors hover:bg-hover hover:text-text has-checked:border-text has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        className="sr-only"
        aria-label={isMarked ? m.create_upgrade_option({ option: spoken }) : spoken}
        checked={isChosen}
        onChange={onChoose}
      />
      {isMarked && (
        <span className="absolute top-1.5 right-1.5">
          <UpgradeMark />
        </span>
      )}
      <span className="flex items-center justify-center" style={{ height: drawn }} aria-hidden>
        <span
          className={`rounded-[2px] border-[1.5px] border-current ${kind === 'auto' ? 'border-dashed' : ''} ${isChosen ? 'bg-pressed' : ''}`}
          style={{ width: Math.min(drawn, drawn * ratio), height: Math.min(drawn, drawn / ratio) }}
        />
      </span>
      <span aria-hidden className="flex flex-col items-center text-small tabular-nums">
        <span className="font-medium">{kind === 'auto' ? kindNames.auto() : ratioName}</span>
        {pixels && <span className="text-[0.75rem] leading-4 text-quiet">{numbers}</span>}
      </span>
    </label>
  )
}
