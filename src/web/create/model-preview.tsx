import { useState } from 'react'
import { availableValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { priceOf } from '#core/models/rules/price.ts'
import { usePrices } from '#web/lib/settings.ts'
import { ModelFields } from './form/model-fields.tsx'
import { modelStrength } from './form/model-texts.ts'
import type { Draft } from './start/draft.ts'
import { changeModel, effectiveValues } from './start/form-values.ts'
import type { DraftForm } from './start/use-draft.ts'
import { PriceLines } from './submit/price-details.tsx'

/** Files of a preview are its own: those of the open forms stay as they are. */
const uploads = 'preview'

/**
 * The form of a model that need not be offered, with its price, which follows the form. What was
 * entered stays when the model changes. Nothing is stored or started.
 */
export function ModelPreview({ model }: { model: Model }) {
  const form = usePreviewForm(model)
  const values = effectiveValues(model, form.draft.values)
  const price = priceOf(model, values, usePrices())
  const strength = modelStrength(model)
  return (
    <div className="flex flex-col gap-5">
      <header>
        <h3 className="text-body font-medium wrap-anywhere">{model.name}</h3>
        {strength && <p className="text-small text-quiet">{strength}</p>}
      </header>
      <ModelFields form={form} />
      <dl className="border-t border-line pt-3 tabular-nums">
        <PriceLines form={model} tier={model.price.tier(values)} price={price} />
      </dl>
    </div>
  )
}

function usePreviewForm(model: Model): DraftForm {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ model, values: initialValues(model), setAside: {}, isWanted: false },
  }))
  const current = draft.model === model ? draft : withModel(draft, model)
  if (current !== draft) setDraft(current)
  const change = (next: Partial<Draft>) =>
    setDraft((before) => ({
      ...{ ...before, ...next },
      values: availableValues(before.model, next.values ?? before.values),
    }))
  return {
    ...{ draft: current, uploads, problems: {}, timesShown: 0, note: undefined, change },
    changeValue: (name, value) =>
      setDraft((before) => ({
        ...before,
        values: availableValues(before.model, { ...before.values, [name]: value }),
      })),
    showProblems: () => undefined,
    dismissNote: () => undefined,
  }
}

function withModel(draft: Draft, model: Model): Draft {
  return { ...draft, model, ...changeModel(draft.model, model, draft.values, draft.setAside) }
}
