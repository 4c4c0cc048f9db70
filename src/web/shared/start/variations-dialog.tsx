import { useState } from 'react'
import type { Model } from '#core/models/rules/model.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatPrice } from '../format-price.ts'
import { Thumbnail } from '../thumbnail.tsx'
import { isSeeded, type Recipe, recipeOf } from './recipe.ts'
import { SpendButton } from './spend-button.tsx'
import { totalOf } from './start-several.ts'
import { useStartSeveral } from './use-start-several.ts'
import {
  isInstructed,
  modelsFromImage,
  recipesFromImage,
  recipesWithOtherSeeds,
  variationCounts,
} from './variations.ts'
import type { VariationsProps } from './variations-button.tsx'

type Way = 'seeds' | 'image'

/**
 * Variations of one image: its settings with other seeds, or new images from the image itself. The
 * total comes first; each is a generation of its own, and all are shown in one grid.
 */
export function VariationsDialog({
  generation,
  image,
  onClose,
}: VariationsProps & { onClose: () => void }) {
  const prices = usePrices()
  const [models] = useState(modelsFromImage)
  const canRepeat = recipeOf(generation) !== undefined
  const [way, setWay] = useState<Way>(canRepeat ? 'seeds' : 'image')
  const [model, setModel] = useState(models[0])
  const [count, setCount] = useState<number>(variationCounts[0])
  const [typed, setTyped] = useState<string>()
  const prompt = typed ?? promptFor(model, generation.prompt)
  // Seeds are drawn once for each choice, so that a repeated press sends the same requests.
  const [drawn, setDrawn] = useState<{ of: string; recipes: Recipe[] }>()
  const choice = JSON.stringify([way, count, way === 'image' && [modelKey(model), prompt]])
  const recipes =
    drawn?.of === choice
      ? drawn.recipes
      : way === 'seeds'
        ? recipesWithOtherSeeds(generation, count)
        : model
          ? recipesFromImage(generation, image, { model, prompt, count })
          : []
  const { started, startAll, isUnderWay } = useStartSeveral({
    onProblems: () =>
      toast(m.viewer_not_started(), { tone: 'bad', description: m.viewer_not_started_text() }),
    onClose,
  })
  const left = recipes
    .map((recipe, at) => ({ key: String(at), recipe }))
    .filter(({ key }) => !started.has(key))
  const credits = formatPrice(
    totalOf(
      left.map(({ recipe }) => recipe),
      prices,
    ),
  )
  const hasStarted = started.size > 0
  const start = () => {
    setDrawn({ of: choice, recipes })
    void startAll(left)
  }
  const own = recipeOf(generation)
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.variations_title()}
      description={m.variations_text()}
      closeLabel={m.app_close()}
      footer={
        <SpendButton
          variant="primary"
          busy={isUnderWay}
          disabled={left.length === 0 || (way === 'image' && prompt.trim() === '')}
          onClick={start}
        >
          {hasStarted
            ? m.several_rest({ count: left.length, credits })
            : m.several_start({ count: left.length, credits })}
        </SpendButton>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <span className="size-16 shrink-0 overflow-hidden bg-stage">
            <Thumbnail of={[image]} className="size-full object-cover" />
          </span>
          <p className="min-w-0 text-small text-quiet">
            {way === 'image'
              ? m.variations_image_hint()
              : own && isSeeded(own.model)
                ? m.variations_seeds_hint({ model: own.model.name })
                : m.variations_again_hint({ model: generation.model_name })}
          </p>
        </div>
        {!hasStarted && canRepeat && models.length > 0 && (
          <Segmented
            label={m.variations_way()}
            options={[
              { value: 'seeds', label: m.variations_seeds() },
              { value: 'image', label: m.variations_image() },
            ]}
            value={way}
            onChange={setWay}
          />
        )}
        {way === 'image' && (
          <>
            <label className="flex flex-col gap-1 text-small text-quiet">
              {m.variations_model()}
              <select
                value={modelKey(model)}
                disabled={hasStarted}
                onChange={({ target }) =>
                  setModel(models.find((one) => modelKey(one) === target.value))
                }
                className="min-h-control rounded-control border border-edge bg-raised px-2 text-body text-text"
              >
                {models.map((one) => (
                  <option key={modelKey(one)} value={modelKey(one)}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <Field
              label={
                model && isInstructed(model) ? m.variations_change() : m.variations_description()
              }
            >
              {(props) => (
                <TextArea
                  {...props}
                  lines={2}
                  maxLines={5}
                  value={prompt}
                  disabled={hasStarted}
                  onChange={setTyped}
                />
              )}
            </Field>
          </>
        )}
        {!hasStarted && (
          <Segmented
            label={m.variations_count()}
            options={variationCounts.toReversed().map((value) => ({ value, label: `${value}` }))}
            value={count}
            onChange={setCount}
          />
        )}
        {hasStarted && left.length > 0 && !isUnderWay && (
          <Notice tone="warn" announce="politely">
            {m.several_partly({ started: started.size, of: recipes.length })}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** A model that edits gets an instruction, one that redraws the description that it had. */
function promptFor(model: Model | undefined, prompt: string): string {
  return model && isInstructed(model) ? m.variations_instruction() : prompt
}

const modelKey = (model: Model | undefined) => (model ? `${model.generationType}/${model.id}` : '')
