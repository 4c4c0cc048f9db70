import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { coverage, drawSteps, drawStroke } from './canvas.ts'
import { lineWidth, onSource } from './fit.ts'
import { add, noSteps, type Point, redo, type Step, type Steps, type Tool, undo } from './steps.ts'

export type Painting = {
  steps: Steps
  /** 0 to 1. */
  coveredShare: number
  maskRef: RefObject<HTMLCanvasElement | null>
  apply: (what: 'undo' | 'redo' | 'invert' | 'clear') => void
  /** Spread onto the canvas. */
  pointer: {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => void
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
  }
}

type Stroke = Extract<Step, { kind: 'stroke' }>

/**
 * A mask that is painted with a pointer. A stroke is drawn as it grows and becomes one step when it
 * ends.
 */
export function usePainting(
  tool: Tool,
  size: number,
  base: CanvasImageSource | undefined,
): Painting {
  const mask = useRef<HTMLCanvasElement>(null)
  const [steps, setSteps] = useState(noSteps)
  const [coveredShare, setCovered] = useState(0)

  useEffect(() => {
    const context = mask.current?.getContext('2d', { willReadFrequently: true })
    if (!context) return
    drawSteps(context, steps.done, base)
    setCovered(coverage(context.canvas))
  }, [steps, base])

  const pointer = useStroke(mask, { tool, size }, (stroke) =>
    setSteps((before) => add(before, stroke)),
  )
  return {
    ...{ steps, coveredShare, maskRef: mask },
    apply(what) {
      if (what === 'undo') setSteps(undo)
      else if (what === 'redo') setSteps(redo)
      else setSteps((before) => add(before, { kind: what }))
    },
    pointer,
  }
}

/** Draws a line on the mask while a pointer is down; `onEnd` gets all of its points. */
function useStroke(
  mask: RefObject<HTMLCanvasElement | null>,
  { tool, size }: { tool: Tool; size: number },
  onEnd: (stroke: Stroke) => void,
): Painting['pointer'] {
  const stroke = useRef<{ id: number; step: Stroke }>(undefined)
  const grow = (points: Point[]) => {
    const context = mask.current?.getContext('2d', { willReadFrequently: true })
    if (!stroke.current || !context) return
    const { id, step } = stroke.current
    const next = { ...step, points: [...step.points, ...points] }
    drawStroke(context, next, step.points.length)
    stroke.current = { id, step: next }
  }
  const end = () => {
    const ended = stroke.current?.step
    stroke.current = undefined
    if (ended) onEnd(ended)
  }
  return {
    onPointerDown(event) {
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const width = lineWidth(size, event.currentTarget)
      stroke.current = {
        id: event.pointerId,
        step: { kind: 'stroke', tool, size: width, points: [] },
      }
      grow([pointOf(event.nativeEvent, event.currentTarget)])
    },
    onPointerMove(event) {
      if (stroke.current?.id !== event.pointerId) return
      const { nativeEvent, currentTarget } = event
      const all = nativeEvent.getCoalescedEvents?.() ?? []
      grow((all.length > 0 ? all : [nativeEvent]).map((one) => pointOf(one, currentTarget)))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

function pointOf(event: globalThis.PointerEvent, canvas: HTMLCanvasElement): Point {
  const at = onSource(
    { x: event.clientX, y: event.clientY },
    canvas.getBoundingClientRect(),
    canvas,
  )
  // Half the line width for the lightest touch, the whole for a firm one.
  return { ...at, force: event.pointerType === 'pen' ? 0.5 + event.pressure / 2 : 1 }
}
