import type { Field } from '#core/models/rules/fields.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { MediaMeasures } from '#web/ui/files/previews.tsx'
import { useMeasuredFiles } from '../uploads/known-files.ts'
import { matchingRatio, usedSeconds } from './input-rules.ts'

type InputNotesProps = {
  model: Model
  /** The effective values. */
  values: FormValues
  onChange: (name: string, value: unknown) => void
}

/**
 * The effect of the input file on the result: another ratio than the selected one, or only a part
 * of it used.
 */
export function InputNotes({ model, values, onChange }: InputNotesProps) {
  const measured = useMeasuredFiles(({ sizes }) => sizes)
  const input = findMeasuredInput(model, values, measured)
  if (!input) return null
  const follow = matchingRatio(model.fields.aspect_ratio, values.aspect_ratio, input.size)
  const seconds = input.isVideo ? usedSeconds(model, values, input.size) : undefined
  return (
    <>
      {follow && (
        <p className="-mt-3 flex flex-wrap items-center gap-x-2 text-small text-quiet">
          {input.isVideo
            ? m.source_video_ratio({ ratio: follow.name })
            : m.source_image_ratio({ ratio: follow.name })}
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange('aspect_ratio', follow.option)}
          >
            {m.source_follow_ratio()}
          </Button>
        </p>
      )}
      {seconds !== undefined && (
        <p className="text-small text-quiet">
          {m.source_used_seconds({ used: seconds.used, seconds: formatNumber(seconds.of) })}
        </p>
      )}
    </>
  )
}

type MeasuredInput = { size: MediaMeasures; isVideo: boolean }

/** The first file of the form with a known size; a mask does not count. */
function findMeasuredInput(
  { fields }: Model,
  values: FormValues,
  measured: ReadonlyMap<string, MediaMeasures>,
): MeasuredInput | undefined {
  const [input] = Object.entries(fields).flatMap(([name, field]) => {
    const size = isMediaInput(name, field) ? measured.get(String(values[name])) : undefined
    return size
      ? [{ size, isVideo: field.control.kind === 'file' && field.control.accept !== 'image' }]
      : []
  })
  return input
}

const isMediaInput = (name: string, { control }: Field) =>
  control.kind === 'file' && control.maskOf === undefined && name !== 'mask_video_url'
