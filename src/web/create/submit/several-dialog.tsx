import { useState } from 'react'
import { priceOf } from '#core/models/rules/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText, optionText } from '#web/shared/field-texts.ts'
import { formatPrice } from '#web/shared/format-price.ts'
import type { Recipe } from '#web/shared/start/recipe.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { totalOf } from '#web/shared/start/start-several.ts'
import { useStartSeveral } from '#web/shared/start/use-start-several.ts'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { SeveralProps } from './several-button.tsx'
import {
  comparableSettings,
  maxSeveral,
  minSeveral,
  recipesByModel,
  recipesBySetting,
} from './several-recipes.ts'

/** One generation that may be chosen. */
type Choice = { key: string; label: string; recipe: Recipe }

/**
 * One prompt on two to four models, or with two to four values of one setting. The total is shown
 * first; nothing starts unless the credits are enough for all of them. Each is a generation of its
 * own with its own charge. What has started is not started again by another press.
 */
export function SeveralDialog({
  recipe,
  isUploading,
  onProblems,
  onClose,
}: SeveralProps & { onClose: () => void }) {
  const prices = usePrices()
  const settings = comparableSettings(recipe)
  const byModel = recipesByModel(recipe)
  const [by, setBy] = useState<'model' | 'setting'>(byModel.length > 1 ? 'model' : 'setting')
  const [setting, setSetting] = useState(settings[0])
  const choices = by === 'model' ? modelChoices(byModel) : settingChoices(recipe, setting)
  const [chosenKeys, setChosenKeys] = useState<readonly string[]>([])
  const chosen = choices.filter(({ key }) => chosenKeys.includes(key))
  const { started, startAll, isUnderWay } = useStartSeveral({ onProblems, onClose })
  const left = chosen.filter(({ key }) => !started.has(key))
  const total = totalOf(
    left.map((choice) => choice.recipe),
    prices,
  )
  const hasStarted = started.size > 0
  const toggle = (key: string) =>
    setChosenKeys((before) =>
      before.includes(key) ? before.filter((other) => other !== key) : [...before, key],
    )
  const isReady = chosen.length >= minSeveral && left.length > 0 && !isUploading
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.several_title()}
      description={m.several_text({ most: maxSeveral })}
      closeLabel={m.app_close()}
      footer={
        <SpendButton
          variant="primary"
          busy={isUnderWay}
          disabled={!isReady}
          onClick={() => void startAll(left)}
        >
          {chosen.length < minSeveral && m.several_choose()}
          {chosen.length >= minSeveral &&
            (hasStarted
              ? m.several_rest({ count: left.length, credits: formatPrice(total) })
              : m.several_start({ count: left.length, credits: formatPrice(total) }))}
        </SpendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {byModel.length > 1 && settings.length > 0 && !hasStarted && (
          <Segmented
            label={m.several_by()}
            options={[
              { value: 'model', label: m.several_by_model() },
              { value: 'setting', label: m.several_by_setting() },
            ]}
            value={by}
            onChange={(next) => {
              setBy(next)
              setChosenKeys([])
            }}
          />
        )}
        {by === 'setting' && (
          <label className="flex flex-col gap-1 text-small text-quiet">
            {m.several_setting()}
            <select
              value={setting}
              disabled={hasStarted}
              onChange={({ target }) => {
                setSetting(target.value)
                setChosenKeys([])
              }}
              className="min-h-control rounded-control border border-edge bg-raised px-2 text-body text-text"
            >
              {settings.map((name) => (
                <option key={name} value={name}>
                  {fieldText(name, recipe.model).label()}
                </option>
              ))}
            </select>
          </label>
        )}
        <fieldset className="flex max-h-[40dvh] flex-col overflow-y-auto">
          <legend className="sr-only">{m.several_text({ most: maxSeveral })}</legend>
          {choices.map(({ key, label, recipe: one }) => (
            <label
              key={key}
              className="flex min-h-control items-center gap-3 rounded-control px-2 hover:bg-hover has-disabled:opacity-60"
            >
              <input
                type="checkbox"
                checked={chosenKeys.includes(key)}
                disabled={
                  started.has(key) || (!chosenKeys.includes(key) && chosenKeys.length >= maxSeveral)
                }
                onChange={() => toggle(key)}
                className="size-4 accent-(--accent)"
              />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <span className="text-small text-quiet tabular-nums">
                {started.has(key)
                  ? m.several_started()
                  : formatPrice(priceOf(one.model, one.values, prices))}
              </span>
            </label>
          ))}
        </fieldset>
        {hasStarted && left.length > 0 && !isUnderWay && (
          <Notice tone="warn" announce="politely">
            {m.several_partly({ started: started.size, of: chosen.length })}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function modelChoices(recipes: readonly Recipe[]): Choice[] {
  return recipes.map((recipe) => ({
    key: recipe.model.id,
    label: recipe.model.name,
    recipe,
  }))
}

function settingChoices(recipe: Recipe, name: string | undefined): Choice[] {
  if (name === undefined) return []
  return recipesBySetting(recipe, name).map(({ value, recipe: one }) => ({
    key: String(value),
    label:
      typeof value === 'number' && recipe.model.fields[name]?.control.kind === 'number'
        ? formatNumber(value)
        : optionText(name, value, recipe.model).label,
    recipe: one,
  }))
}
