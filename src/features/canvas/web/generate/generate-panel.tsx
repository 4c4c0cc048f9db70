import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
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
import { Field, FieldLabel, TextArea } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { ChoiceList } from '../controls/choice-list.tsx'
import { controlNames } from '../controls/control-names.ts'
import type { Editor } from '../document/editor-store.ts'
import { isShown } from '../document/layer-tree.ts'
import { isBeside, isMask, type Layer, shownName, shownReferences } from '../document/layers.ts'
import { chooseControlLayers, findMissingControl } from './control-images.ts'
import { formValuesOf, NoMaskError, parentOf, planJob, valuesOf } from './generate.ts'
import { listUses, type ModelUse, type Way } from './model-use.ts'
import type { SeamSettings } from './result-layer.ts'
import { SeamFields, usualSeam } from './seam-fields.tsx'
import type { StartedJob } from './staged-results.tsx'

type GeneratePanelProps = {
  editor: Editor
  /** A generation for the frame was started. */
  onStarted: (started: StartedJob) => void
  isWaiting: boolean
}

/** A model, a prompt and a button with the price: makes the frame anew, or what is masked in it. */
export function GeneratePanel({ editor, onStarted, isWaiting }: GeneratePanelProps) {
  const uses = useMemo(() => listUses(listModels()), [])
  const [chosen, setChosen] = useState<string>()
  const [prompt, setPrompt] = useState('')
  const [count, setCount] = useState(1)
  const [seam, setSeam] = useState(usualSeam)
  const layers = useStore(editor.store, (state) => state.layers)
  const isEmpty = layers.every(isBeside)
  const references = shownReferences(layers).length
  const usual = isEmpty ? uses.find(isOfWords) : undefined
  const use = uses.find((one) => keyOf(one) === chosen) ?? usual ?? uses[0]
  const prices = usePrices()
  const { generate, isUnderWay } = useGenerate(editor, onStarted)
  const frame = useStore(editor.store, (state) => state.frame)
  if (!use) return <p className="text-body text-quiet">{m.canvas_no_models()}</p>
  const values = formValuesOf(use, { words: prompt, frame, count })
  const price = priceOf(use.model, values, prices)
  return (
    <section
      aria-label={m.canvas_generate_title()}
      data-tour="generate"
      className="flex flex-col gap-3"
    >
      <h2 className="text-body font-medium">{m.canvas_generate_title()}</h2>
      <ChoiceList
        label={m.canvas_model()}
        hint={[wayTexts[use.way](), referenceNote(use, references), maskNote(use, layers)]
          .filter(Boolean)
          .join(' ')}
        value={keyOf(use)}
        onChange={setChosen}
        options={uses.map((one) => ({ value: keyOf(one), label: one.model.name }))}
      />
      {use.promptField && (
        <Field label={m.field_prompt()}>
          {(props) => <TextArea {...props} lines={3} value={prompt} onChange={setPrompt} />}
        </Field>
      )}
      {use.count && (
        <div className="flex flex-col gap-1">
          <FieldLabel>{m.canvas_count()}</FieldLabel>
          <Segmented
            label={m.canvas_count()}
            options={use.count.options.map((value) => ({ value, label: value }))}
            value={use.count.options.includes(count) ? count : 1}
            onChange={setCount}
          />
        </div>
      )}
      {(use.way === 'inpaint' || use.way === 'edit') && (
        <SeamFields seam={seam} onChange={setSeam} />
      )}
      <ControlNote use={use} layers={layers} />
      <SpendButton
        variant="primary"
        busy={isUnderWay || isWaiting}
        disabled={findMissingControl(use, layers) !== undefined}
        onClick={() => void generate(use, values, seam)}
      >
        {m.canvas_generate({ credits: formatPrice(price) })}
      </SpendButton>
    </section>
  )
}

/** Whether a model needs nothing but words. */
const isOfWords = ({ way, controls }: ModelUse) =>
  way === 'text' && !controls.some(({ isNeeded }) => isNeeded)

const keyOf = ({ model }: ModelUse) => `${model.generationType} ${model.id}`

/** Several masks are no regions with words of their own: no model that is offered takes such. */
function maskNote({ way, promptField }: ModelUse, layers: readonly Layer[]): string {
  const masks = layers.filter((layer) => isMask(layer) && isShown(layers, layer)).length
  const usesMask = way === 'inpaint' || way === 'edit'
  return masks > 1 && promptField && usesMask ? m.canvas_masks_together() : ''
}

/** How many of the references the model is sent, where there are any. */
function referenceNote({ isList, maxImages }: ModelUse, count: number): string {
  if (count === 0) return ''
  const used = isList ? Math.min(count, maxImages - 1) : 0
  return used === 0
    ? m.canvas_references_unused()
    : m.canvas_references_used({ used: `${used}`, count: `${count}` })
}

/** Which control layers a model is sent, or which one it still needs. */
function ControlNote({ use, layers }: { use: ModelUse; layers: readonly Layer[] }) {
  const missing = findMissingControl(use, layers)
  const names = chooseControlLayers(use, layers).map(({ layer }) => shownName(layer))
  if (!missing && names.length === 0) return null
  const kinds = missing?.kinds.map((kind) => controlNames[kind]()).join(' / ')
  return (
    <p role="status" className="text-small text-quiet">
      {kinds !== undefined
        ? m.canvas_control_needed({ kinds })
        : m.canvas_control_used({ names: names.join(', ') })}
    </p>
  )
}

const wayTexts: Readonly<Record<Way, () => string>> = {
  inpaint: m.canvas_way_inpaint,
  edit: m.canvas_way_edit,
  text: m.canvas_way_text,
  tool: m.canvas_way_tool,
}

function useGenerate(editor: Editor, onStarted: GeneratePanelProps['onStarted']) {
  const [isPreparing, setPreparing] = useState(false)
  const { size } = useStore(editor.store)
  const { start, isUnderWay } = useStart({
    onProblems: (problems) => void reportProblems(problems, m.canvas_not_made()),
    onSignInNeeded: () => undefined,
    onStarted: () => undefined,
  })
  const generate = async (use: ModelUse, chosen: FormValues, seam: SeamSettings) => {
    const { layers, frame } = editor.store.getState()
    const part = { layers, document: size, frame }
    setPreparing(true)
    try {
      const job = planJob(use, part, seam)
      const signal = AbortSignal.timeout(sendingTime)
      const values = await valuesOf(use, job, { ...part, values: chosen, signal })
      const recipe = { model: use.model, values, isPublic: false, parentId: parentOf(layers) }
      const generation = await start(recipe)
      const control = use.makesControl
      if (generation) onStarted({ generation, job, ...(control && { control }) })
    } catch (error) {
      report(error)
    } finally {
      setPreparing(false)
    }
  }
  return { generate, isUnderWay: isUnderWay || isPreparing }
}

/** How long the pictures may take to be sent, in ms. */
const sendingTime = 5 * 60_000

function report(error: unknown): void {
  if (error instanceof NoMaskError) toast(m.canvas_paint_first(), { tone: 'bad' })
  else if (error instanceof UploadError)
    toast(error.failure.message ?? m.canvas_not_sent(), {
      tone: 'bad',
      description: m.create_not_charged(),
    })
  else toast(m.canvas_not_made(), { tone: 'bad', description: m.create_not_charged() })
}
