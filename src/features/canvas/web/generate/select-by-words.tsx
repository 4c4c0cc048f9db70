import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import { priceOf } from '#core/models/rules/price.ts'
import { usePrices } from '#web/lib/settings.ts'
import { UploadError } from '#web/lib/upload.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { reportProblems } from '#web/shared/start/report-problems.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { useStart } from '#web/shared/start/use-start.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { ChoiceList } from '../controls/choice-list.tsx'
import { type Editor, selectionTools, type Tool } from '../document/editor-store.ts'
import { chosenOperation } from '../document/selection.ts'
import { formValuesOf, parentOf, valuesOf } from './generate.ts'
import { MaskProgress, type StartedSegmentation } from './mask-progress.tsx'
import { listMaskUses, type ModelUse } from './model-use.ts'
import { planSegmentation } from './segmentation.ts'

/**
 * Beside the tools that select: words for what a model is to select, and a button with its price.
 * Nothing where no model makes masks. What was started goes on when another tool is chosen.
 */
export function SelectByWords({ editor }: { editor: Editor }) {
  const uses = useMemo(() => listMaskUses(listModels()), [])
  const [chosen, setChosen] = useState<string>()
  const [words, setWords] = useState('')
  const [started, setStarted] = useState<StartedSegmentation>()
  const end = useCallback(() => setStarted(undefined), [])
  const isChosen = useStore(editor.store, ({ tool }) => isSelecting(tool))
  const frame = useStore(editor.store, (state) => state.frame)
  const prices = usePrices()
  const segment = useSegment(editor, setStarted)
  const use = uses.find(({ model }) => model.id === chosen) ?? uses[0]
  const isBusy = segment.isUnderWay || started !== undefined
  if (!use || !(isChosen || isBusy)) return null
  const values = formValuesOf(use, { words, frame })
  const price = priceOf(use.model, values, prices)
  const start = ({ shiftKey: shift, altKey: alt }: MouseEvent) =>
    void segment.start(use, values, { shift, alt })
  return (
    <section aria-label={m.canvas_words()} className="flex flex-col gap-3">
      <h2 className="text-body font-medium">{m.canvas_words()}</h2>
      <Field label={m.canvas_words_what()} hint={m.canvas_words_hint()}>
        {(props) => (
          <Input {...props} value={words} onChange={({ target }) => setWords(target.value)} />
        )}
      </Field>
      {uses.length > 1 && (
        <ChoiceList
          label={m.canvas_model()}
          value={use.model.id}
          onChange={setChosen}
          options={uses.map(({ model }) => ({ value: model.id, label: model.name }))}
        />
      )}
      <SpendButton busy={isBusy} disabled={words.trim() === ''} onClick={start}>
        {m.canvas_words_select({ credits: formatPrice(price) })}
      </SpendButton>
      {segment.isSending && (
        <div className="flex items-center justify-between gap-2">
          <p role="status" className="text-body text-quiet">
            {m.canvas_words_sending()}
          </p>
          <Button size="small" onClick={segment.cancel}>
            {m.stage_cancel()}
          </Button>
        </div>
      )}
      {started && <MaskProgress key={started.generation.id} {...{ editor, started }} onEnd={end} />}
    </section>
  )
}

const isSelecting = (tool: Tool) => selectionTools.some((one) => one === tool)

/** A mask as it is has no edge that is changed. */
const noSeam = { grow: 0, feather: 0, padding: 0 }

/** How long the image may take to be sent, in ms. */
const sendingTime = 5 * 60_000

/** Sends what is seen in the frame, and starts the model with it. */
function useSegment(editor: Editor, onStarted: (started: StartedSegmentation) => void) {
  const [sending, setSending] = useState<AbortController>()
  const planned = useRef<Omit<StartedSegmentation, 'generation'>>(undefined)
  const { start, isUnderWay } = useStart({
    onProblems: (problems) => void reportProblems(problems, m.canvas_not_made()),
    onSignInNeeded: () => undefined,
    onStarted: (generation: GenerationView) => {
      if (planned.current) onStarted({ generation, ...planned.current })
    },
  })
  const segment = async (
    use: ModelUse,
    values: FormValues,
    keys: { shift: boolean; alt: boolean },
  ) => {
    const { layers, frame, size, operation } = editor.store.getState()
    const plan = planSegmentation(use, { document: size, frame })
    if (!plan) return toast(m.canvas_words_beside(), { tone: 'bad' })
    planned.current = { ...plan, size, operation: chosenOperation(keys, operation) }
    const controller = new AbortController()
    setSending(controller)
    try {
      const sent = await valuesOf(
        use,
        { frame: plan.area, plan: plan.plan, mask: null, seam: noSeam },
        {
          ...{ layers, document: size, frame: plan.area, values },
          signal: AbortSignal.any([controller.signal, AbortSignal.timeout(sendingTime)]),
        },
      )
      if (controller.signal.aborted) return
      setSending(undefined)
      await start({ model: use.model, values: sent, isPublic: false, parentId: parentOf(layers) })
    } catch (error) {
      if (!controller.signal.aborted) reportNotSent(error)
    } finally {
      setSending(undefined)
    }
  }
  return {
    start: segment,
    isSending: sending !== undefined,
    isUnderWay: isUnderWay || sending !== undefined,
    cancel: () => sending?.abort(),
  }
}

function reportNotSent(error: unknown): void {
  const reason = error instanceof UploadError ? error.failure.message : undefined
  toast(reason ?? m.canvas_not_sent(), { tone: 'bad', description: m.create_not_charged() })
}
