import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ChevronLeft, ChevronRight } from '#web/ui/icons/basic-icons.ts'
import { readImage } from '../document/image-files.ts'
import { newCanvas } from '../document/raster.ts'
import type { Point } from '../pixels/pixels.ts'
import { type Job, resultLayer } from './result-layer.ts'

/** A generation for the canvas, with what was sent to it; `control`: its results are such layers. */
export type StartedJob = { generation: GenerationView; job: Job; control?: ControlImageKind }

/** A result as a layer that is not accepted yet: its pixels, and its corner on the document. */
export type StagedResult = {
  canvas: HTMLCanvasElement
  at: Point
  generationId: string
  position: number
}

type StagedResultsProps = {
  started: StartedJob
  staged: StagedResult | undefined
  onStaged: (staged: StagedResult | undefined) => void
  onAccept: (staged: StagedResult) => void
  onClose: () => void
  /** Whether the document is shown as it is without the result. */
  isBefore: boolean
  onBefore: (isBefore: boolean) => void
}

/** The results of a generation one after another, to be accepted as a layer or discarded. */
export function StagedResults({
  started,
  staged,
  onStaged,
  onAccept,
  onClose,
  isBefore,
  onBefore,
}: StagedResultsProps) {
  const { data = started.generation } = useQuery(generationQuery(started.generation.id))
  const [at, setAt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const images = data.images.filter(isImage)
  const image = images[at]
  const address = image?.url

  useEffect(() => {
    if (!address) return
    let isGone = false
    const stage = async () => {
      const pixels = resultLayer(await readImage(address), started.job)
      const { canvas, context } = newCanvas(pixels.width, pixels.height)
      context.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0)
      const { x, y } = started.job.plan.crop
      if (!isGone)
        onStaged({ canvas, at: { x, y }, generationId: started.generation.id, position: at + 1 })
    }
    stage().catch(() => setFailed(true))
    return () => {
      isGone = true
    }
  }, [address, at, started, onStaged])

  const step = (by: number) => setAt((before) => (before + by + images.length) % images.length)
  return (
    <section
      aria-label={m.canvas_results()}
      aria-live="polite"
      className="flex flex-col gap-2 rounded-panel border border-line p-3"
    >
      {isOpen(data) && <p className="text-body text-quiet">{m.canvas_making()}</p>}
      {data.status === 'failed' && <p className="text-body text-bad">{data.error_message}</p>}
      {hasFailed && <p className="text-body text-bad">{m.canvas_not_shown()}</p>}
      {images.length > 1 && (
        <div className="flex items-center justify-between">
          <IconButton
            icon={ChevronLeft}
            small
            label={m.canvas_previous()}
            onClick={() => step(-1)}
          />
          <span className="text-small text-quiet tabular-nums">
            {m.canvas_result_of({ at: at + 1, of: images.length })}
          </span>
          <IconButton icon={ChevronRight} small label={m.canvas_next()} onClick={() => step(1)} />
        </div>
      )}
      {!isOpen(data) && (
        <div className="flex flex-wrap justify-end gap-2">
          {staged && (
            <Button
              size="small"
              variant="quiet"
              aria-pressed={isBefore}
              onClick={() => onBefore(!isBefore)}
              className="mr-auto aria-pressed:bg-pressed aria-pressed:text-text"
            >
              {m.canvas_before()}
            </Button>
          )}
          <Button size="small" onClick={onClose}>
            {m.canvas_discard()}
          </Button>
          {staged && (
            <Button size="small" variant="primary" onClick={() => onAccept(staged)}>
              {m.canvas_accept()}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
