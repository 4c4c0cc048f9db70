import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Editor } from '../document/editor-store.ts'
import type { Selection } from '../document/selection.ts'
import { intersectRects, type Point, type Size } from '../pixels/pixels.ts'
import { edgeOf } from './edge.ts'
import { inWindow, type View } from './view.ts'

type OutlineProps = { editor: Editor; view: View; size: Size }

/**
 * The edge of what is selected, and the line that is being drawn: dashed in black and white, so that
 * one of them shows on any picture. Nothing in it moves.
 */
export function SelectionOutline({ editor, view, size }: OutlineProps) {
  const selection = useStore(editor.store, (state) => state.selection)
  const outline = useStore(editor.store, (state) => state.outline)
  return (
    <>
      {selection && <Edge selection={selection} view={view} size={size} />}
      {outline && <Line points={outline} view={view} />}
    </>
  )
}

/** The dashes of the edge, in pixels of the screen. */
const dash = 4

function Edge({ selection, view, size }: { selection: Selection; view: View; size: Size }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const request = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d')
      if (!context) return
      const ratio = devicePixelRatio
      const whole = {
        ...{ x: 0, y: 0, width: Math.round(size.width * ratio) },
        height: Math.round(size.height * ratio),
      }
      context.clearRect(0, 0, whole.width, whole.height)
      const scaled = { scale: view.scale * ratio, x: view.x * ratio, y: view.y * ratio }
      const { x, y, width, height } = inWindow(scaled, selection.bounds)
      // One pixel more on each side, where the edge is drawn, too.
      const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1]
      const around = {
        ...{ x: left, y: top, width: Math.ceil(x + width) + 1 - left },
        height: Math.ceil(y + height) + 1 - top,
      }
      const rect = intersectRects(around, whole)
      if (!rect) return
      const edge = edgeOf(selection, scaled, rect)
      const image = context.createImageData(rect.width, rect.height)
      for (let at = 0; at < edge.length; at++) {
        if (!edge[at]) continue
        const place = (at % rect.width) + Math.floor(at / rect.width)
        const isWhite = Math.floor(place / (dash * ratio)) % 2 === 0
        image.data.fill(isWhite ? 255 : 0, at * 4, at * 4 + 3)
        image.data[at * 4 + 3] = 255
      }
      context.putImageData(image, rect.x, rect.y)
    })
    return () => cancelAnimationFrame(request)
  }, [selection, view, size])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      data-selection={Object.values(selection.bounds).join(' ')}
      width={Math.round(size.width * devicePixelRatio)}
      height={Math.round(size.height * devicePixelRatio)}
      className="pointer-events-none absolute inset-0 size-full"
    />
  )
}

function Line({ points, view }: { points: readonly Point[]; view: View }) {
  const line = points.map(({ x, y }) => `${x * view.scale + view.x},${y * view.scale + view.y}`)
  const shared = { points: line.join(' '), fill: 'none', strokeWidth: 1.5 }
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <polygon {...shared} stroke="black" />
      <polygon {...shared} stroke="white" strokeDasharray="4 4" />
    </svg>
  )
}
