import { useId, useState } from 'react'
import { priceOf } from '#core/models/rules/price.ts'
import { formatNumber } from '#web/lib/format.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { totalOf } from '#web/shared/start/start-several.ts'
import { type SeveralChoice, useStartSeveral } from '#web/shared/start/use-start-several.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { maxCombinations, maxDepth, maxPrompts, sampleIndexes } from '../start/wildcards.ts'
import { promptOf, readPrompts, withPrompt } from './prompt-recipes.ts'
import type { PromptsProps } from './prompts-button.tsx'

type Way = 'all' | 'sample' | 'literal'

/**
 * A generation for each prompt of a list, or for each combination of alternatives in one, or for a
 * random sample of them. Every prompt and the total are shown first; nothing starts unless the
 * credits are enough for all. What has started is not started again by another press.
 */
export function PromptsDialog({
  recipe,
  isUploading,
  isList: isListAtFirst,
  onProblems,
  onClose,
}: PromptsProps) {
  const prices = usePrices()
  const [text, setText] = useState(() => promptOf(recipe))
  const [isList, setList] = useState(isListAtFirst)
  const [way, setWay] = useState<Way>('all')
  const [size, setSize] = useState(defaultSample)
  const { started, startAll, isUnderWay } = useStartSeveral({ onProblems, onClose })
  const read = readPrompts(text, { isList, isLiteral: way === 'literal' })
  const count = typeof read === 'string' ? 0 : read.count
  const { indexes, drawAgain } = useSample(count, way === 'sample' ? size : undefined)
  const choices: SeveralChoice[] =
    typeof read === 'string'
      ? []
      : indexes.map((index) => ({
          key: String(index),
          recipe: withPrompt(recipe, read.prompt(index)),
        }))
  const left = choices.filter(({ key }) => !started.has(key))
  const hasStarted = started.size > 0
  const isTooMany = count > maxPrompts && way !== 'sample'
  const credits = formatPrice(
    totalOf(
      left.map((choice) => choice.recipe),
      prices,
    ),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.prompts_title()}
      description={m.prompts_text({ most: maxPrompts })}
      closeLabel={m.app_close()}
      footer={
        <SpendButton
          variant="primary"
          busy={isUnderWay}
          disabled={left.length === 0 || isUploading}
          onClick={() => void startAll(left)}
        >
          {hasStarted && m.several_rest({ count: left.length, credits })}
          {!hasStarted &&
            (left.length === 0
              ? m.prompts_none_yet()
              : m.several_start({ count: left.length, credits }))}
        </SpendButton>
      }
    >
      <div className="flex flex-col gap-4">
        {!hasStarted && (
          <>
            <Field label={m.prompts_label()} hint={m.prompts_hint(syntax)}>
              {(props) => (
                <TextArea {...props} lines={3} maxLines={7} value={text} onChange={setText} />
              )}
            </Field>
            <Switch label={m.prompts_by_line()} checked={isList} onChange={setList} />
            <Segmented
              label={m.prompts_way()}
              options={[
                { value: 'all', label: m.prompts_all() },
                { value: 'sample', label: m.prompts_sample() },
                { value: 'literal', label: m.prompts_literal() },
              ]}
              value={way}
              onChange={setWay}
            />
            {way === 'sample' && (
              <div className="flex items-end justify-between gap-3">
                <Field label={m.prompts_size()}>
                  {(props) => (
                    <NumberBox
                      {...props}
                      min={1}
                      max={maxPrompts}
                      value={size}
                      onChange={(next) => setSize(next ?? defaultSample)}
                    />
                  )}
                </Field>
                <Button onClick={drawAgain}>{m.prompts_again()}</Button>
              </div>
            )}
          </>
        )}
        {(isTooMany || typeof read === 'string') && (
          <Notice tone="bad" announce="politely">
            {isTooMany && m.prompts_over({ count: formatNumber(count), most: maxPrompts })}
            {read === 'too_many' && m.prompts_too_many({ most: formatNumber(maxCombinations) })}
            {read === 'too_deep' && m.prompts_too_deep({ most: maxDepth })}
          </Notice>
        )}
        <PromptList choices={choices} started={started} />
        {hasStarted && left.length > 0 && !isUnderWay && (
          <Notice tone="warn" announce="politely">
            {m.several_partly({ started: started.size, of: choices.length })}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

const defaultSample = 4

/** How alternatives and a brace are written, in every language. */
const syntax = { syntax: '{…|…}', escaped: '\\{' }

/**
 * The numbers of the prompts to start: of all, none where they are too many, or of a sample, which
 * stays the same until its number, its size or a press changes it.
 */
function useSample(count: number, size: number | undefined) {
  const [drawing, setDrawing] = useState({ of: '', indexes: [] as number[] })
  const wanted = Math.min(maxPrompts, Math.max(1, Math.round(size ?? 1)))
  const of = `${count}/${wanted}`
  const draw = () => ({ of, indexes: sampleIndexes(count, wanted) })
  let shown = drawing
  if (size !== undefined && drawing.of !== of) {
    shown = draw()
    setDrawing(shown)
  }
  const all = count > maxPrompts ? 0 : count
  return {
    indexes: size === undefined ? sampleIndexes(all, all) : shown.indexes,
    drawAgain: () => setDrawing(draw()),
  }
}

type PromptListProps = {
  choices: readonly SeveralChoice[]
  started: ReadonlyMap<string, string>
}

/** Each prompt with its price, or that it has started. */
function PromptList({ choices, started }: PromptListProps) {
  const prices = usePrices()
  const id = useId()
  if (choices.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-small font-medium text-quiet">
        {m.prompts_list({ count: choices.length })}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol tabIndex={0} aria-labelledby={id} className="mt-1 max-h-[30dvh] overflow-y-auto">
        {choices.map(({ key, recipe }) => (
          <li key={key} className="flex gap-3 py-1 text-body">
            <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
              {promptOf(recipe)}
            </span>
            <span className="text-small text-quiet tabular-nums">
              {started.has(key)
                ? m.several_started()
                : formatPrice(priceOf(recipe.model, recipe.values, prices))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
