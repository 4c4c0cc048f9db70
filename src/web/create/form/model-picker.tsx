import { useId } from 'react'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Listbox } from '#web/ui/controls/listbox.tsx'
import { ChevronsUpDown } from '#web/ui/icons/form-icons.ts'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { changeModel, effectiveValues } from '../start/form-values.ts'
import { modelStrength } from './model-texts.ts'
import {
  currentStartMode,
  modelsForStart,
  offeredStartModes,
  type StartMode,
} from './start-modes.ts'

type ModelPickerProps = {
  model: Model
  values: FormValues
  prices: Prices
  onChoose: (model: Model) => void
}

/** The selected model, its strengths, and the price with each model. */
export function ModelPicker({ model, values, prices, onChoose }: ModelPickerProps) {
  const priceTag = (other: Model) => {
    const price = priceOf(
      other,
      effectiveValues(other, changeModel(model, other, values).values),
      prices,
    )
    return m.create_credits({ count: price.credits, amount: formatPrice(price) })
  }
  const labelId = useId()
  const buttonId = useId()
  const offered = modelsForStart(model.kind, currentStartMode(model, values))
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel id={labelId}>{m.create_model()}</FieldLabel>
      {offered.length === 1 ? (
        <div className="flex rounded-control border border-line px-3 py-2">
          <ModelLine model={model} price={priceTag(model)} />
        </div>
      ) : (
        <Popover
          label={m.create_model()}
          align="start"
          trigger={(trigger) => (
            <button
              type="button"
              {...trigger}
              id={buttonId}
              aria-labelledby={`${labelId} ${buttonId}`}
              aria-haspopup="listbox"
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                event.preventDefault()
                event.currentTarget.click()
              }}
              className="flex items-center gap-3 rounded-control border border-edge px-3 py-2 text-left transition-colors hover:bg-hover"
            >
              <ModelLine model={model} price={priceTag(model)} />
              <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-quiet" />
            </button>
          )}
        >
          {(close) => (
            <Listbox
              label={m.create_model()}
              chosen={model}
              options={offered.map((other) => ({
                value: other,
                name: `${other.name} ${other.generationType}`,
                content: (
                  <Choice model={other} price={priceTag(other)} isChosen={other === model} />
                ),
              }))}
              onChoose={(other) => {
                onChoose(other)
                close()
              }}
              className="w-[min(20.5rem,calc(100vw-2.5rem))]"
            />
          )}
        </Popover>
      )}
    </div>
  )
}

function Choice({ model, price, isChosen }: { model: Model; price: string; isChosen: boolean }) {
  return (
    <>
      <ModelLine model={model} price={price} />
      <Check
        size={16}
        aria-hidden
        className={`shrink-0 text-accent ${isChosen ? '' : 'invisible'}`}
      />
    </>
  )
}

function ModelLine({ model, price }: { model: Model; price: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{model.name}</span>
        <span className="text-small text-quiet tabular-nums">{price}</span>
      </span>
      <span className="truncate text-small text-quiet">{modelStrength(model)}</span>
    </span>
  )
}

const names: Record<StartMode, () => string> = {
  text: m.create_start_text,
  image: m.create_start_image,
  frames: m.create_start_frames,
  video: m.create_start_video,
  audio: m.create_start_audio,
}

/** The start modes, each a form of its own. Typed text and selected files are copied. */
export function StartLinks({ model, values }: { model: Model; values: FormValues }) {
  const possible = offeredStartModes(model.kind)
  if (possible.length < 2) return null
  const current = currentStartMode(model, values)
  return (
    <nav aria-label={m.create_start()}>
      <ul className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-edge p-0.5">
        {possible.map((start) => (
          <li key={start} className="flex">
            <Link
              to={pathOf(model, start)}
              aria-current={start === current ? 'true' : undefined}
              className="flex min-h-[calc(var(--control)-6px)] flex-1 items-center justify-center rounded-[6px] px-1 text-center text-body leading-tight text-quiet transition-colors hover:text-text aria-[current=true]:bg-text aria-[current=true]:font-medium aria-[current=true]:text-ground"
            >
              {names[start]()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function pathOf(model: Model, start: StartMode): string {
  const [usual = model] = modelsForStart(model.kind, start)
  return formPath({ generationType: usual.generationType, model: usual.id })
}
