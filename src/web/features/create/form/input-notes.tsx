import { useSyncExternalStore } from 'react'
import type { Field } from '#catalogue/fields.ts'
import type { FormValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import type { Measured } from '#web/ui/files/previews.tsx'
import { measuredFiles } from '../uploads/known-files.ts'
import { ratioToFollow, usedSeconds } from './input-rules.ts'

type SourceNotesProps = {
  model: Model
  /** The values as they count. */
  values: FormValues
  onChange: (name: string, value: unknown) => void
}

/**
 * What the chosen source file means for the result: another ratio than the chosen one, or only a
 * part of it used.
 */
export function SourceNotes({ model, values, onChange }: SourceNotesProps) {
  const measured = useSyncExternalStore(
    measuredFiles.subscribe,
    measuredFiles.read,
    measuredFiles.read,
  )
  const source = sourceOf(model, values, measured)
  if (!source) return null
  const follow = ratioToFollow(model.fields.aspect_ratio, values.aspect_ratio, source.size)
  const seconds = source.isVideo ? usedSeconds(model, values, source.size) : undefined
  return (
    <>
      {follow && (
        <p className="-mt-3 flex flex-wrap items-center gap-x-2 text-small text-quiet">
          {source.isVideo
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

type HistorySource = { size: Measured; isVideo: boolean }

/** The first file of the form whose size is known; a mask is no source. */
function sourceOf(
  { fields }: Model,
  values: FormValues,
  measured: ReadonlyMap<string, Measured>,
): HistorySource | undefined {
  const [source] = Object.entries(fields).flatMap(([name, field]) => {
    const size = isSource(name, field) ? measured.get(String(values[name])) : undefined
    return size
      ? [{ size, isVideo: field.control.kind === 'file' && field.control.accept !== 'image' }]
      : []
  })
  return source
}

const isSource = (name: string, { control }: Field) =>
  control.kind === 'file' && control.maskOf === undefined && name !== 'mask_video_url'
