import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { Accept, Field } from '#core/models/rules/fields.ts'
import { formatList } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { CircleAlert } from '#web/ui/icons/basic-icons.ts'
import { ArrowLeftRight, ArrowRight, Download } from '#web/ui/icons/form-icons.ts'
import { resumeUploads, swapUploads } from '../uploads/upload-store.ts'
import { formatsText } from './slot-texts.ts'
import { usePageFiles } from './use-page-files.ts'
import { FormInputs } from './use-slot.ts'

type InputsProps = {
  /** The form's generation type: its uploads belong to it. */
  form: string
  /** The fields that apply, by name. */
  fields: Readonly<Record<string, Field>>
  values: Readonly<Record<string, unknown>>
  onChange: (field: string, value: unknown) => void
  /** The element of each field, with its name as the key. */
  drawn: readonly ReactElement[]
}

/**
 * The file fields of a form. While they are on the page, files that are dropped or pasted anywhere
 * are assigned to them.
 */
export function Inputs(props: InputsProps) {
  const { form, fields, values, onChange, drawn } = props
  useEffect(() => void resumeUploads(form), [form])
  const { dropTarget, refused } = usePageFiles({ form, fields, values, onChange })
  return (
    <FormInputs value={{ form, values, dropTarget }}>
      {rowsOf(drawn).map(([first, second]) =>
        first && second ? (
          <FramePair
            key={first.key}
            first={first}
            second={second}
            isSwappable={hasValue(values, first) || hasValue(values, second)}
            onSwap={() => swap(props, String(first.key), String(second.key))}
          />
        ) : (
          first
        ),
      )}
      <DropNotice fields={fields} dropTarget={dropTarget} refused={refused} />
    </FormInputs>
  )
}

/** Which two frames are shown side by side. */
const partners: Record<string, string> = { start_image_url: 'end_image_url' }

function rowsOf(drawn: readonly ReactElement[]): ReactElement[][] {
  const partnerOf = (one: ReactElement) =>
    drawn.find(({ key }) => key !== null && key === partners[one.key ?? ''])
  const seconds = drawn.flatMap((one) => partnerOf(one) ?? [])
  return drawn
    .filter((one) => !seconds.includes(one))
    .map((one) => [one, partnerOf(one)].filter((each) => each !== undefined))
}

function hasValue(values: InputsProps['values'], { key }: ReactElement): boolean {
  return Boolean(key && values[key])
}

function swap({ form, values, onChange }: InputsProps, first: string, second: string): void {
  swapUploads(form, first, second)
  onChange(first, values[second])
  onChange(second, values[first])
}

type FramePairProps = {
  first: ReactNode
  second: ReactNode
  isSwappable: boolean
  onSwap: () => void
}

/** The first and the last frame of a video, side by side; a button between them exchanges them. */
function FramePair({ first, second, isSwappable, onSwap }: FramePairProps) {
  return (
    <div data-frame-pair className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-1.5">
      {first}
      <div className="mt-22 flex flex-col items-center">
        {isSwappable ? (
          <IconButton icon={ArrowLeftRight} label={m.inputs_swap()} small onClick={onSwap} />
        ) : (
          <span className="flex size-control-small items-center justify-center text-quiet">
            <ArrowRight size={16} aria-hidden />
          </span>
        )}
      </div>
      {second}
      <p className="col-span-3 mt-1 text-small text-quiet">{formatsText('image')}</p>
    </div>
  )
}

const acceptTexts: Record<Accept, () => string> = {
  image: m.inputs_accepts_images,
  video: m.inputs_accepts_videos,
  'video-or-gif': m.inputs_accepts_videos,
  audio: m.inputs_accepts_audio,
}

/** Why a dragged file has no target, and what the form accepts instead. */
function refusedText(refused: 'wrong' | 'full', fields: InputsProps['fields']): string {
  if (refused === 'full') return m.inputs_landing_full()
  const accepted = Object.values(fields).flatMap(({ control }) =>
    control.kind === 'file' || control.kind === 'files' ? [acceptTexts[control.accept]()] : [],
  )
  return m.inputs_landing_wrong({ accepted: formatList([...new Set(accepted)]) })
}

type DropNoticeProps = {
  fields: InputsProps['fields']
  dropTarget: string | undefined
  refused: 'wrong' | 'full' | undefined
}

/**
 * While a file is dragged over the page: names its target, and scrolls the target slot into view.
 */
function DropNotice({ fields, dropTarget, refused }: DropNoticeProps) {
  useEffect(() => {
    if (dropTarget)
      document.querySelector(`[data-slot="${dropTarget}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [dropTarget])
  if (!dropTarget && !refused) return null
  return (
    <div
      aria-hidden
      className={`pointer-events-none fixed inset-2 z-50 flex items-end justify-center rounded-panel border-2 pb-6 ${dropTarget ? 'border-accent' : 'border-bad'}`}
    >
      <p className="fade-in flex items-center gap-2 rounded-full bg-overlay px-4 py-2 font-medium shadow-overlay">
        {dropTarget ? (
          <Download size={16} className="text-accent" />
        ) : (
          <CircleAlert size={16} className="text-bad" />
        )}
        {dropTarget
          ? m.inputs_landing({ field: fieldText(dropTarget, { fields }).label() })
          : refusedText(refused ?? 'wrong', fields)}
      </p>
    </div>
  )
}
