import { type ReactNode, type RefCallback, useCallback, useState } from 'react'
import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import type { Size } from './fit-grid.ts'

type ResultFrameProps = {
  as?: 'li' | 'div'
  size: Size
  isRunning: boolean
  /** Its input, shown blurred until the result or a preview of it has arrived. */
  input: MediaView | undefined
  /** The address of an image of the unfinished result. */
  preview?: string | null
  children?: ReactNode
}

/** The frame of one result. It is there from the start, so a result that arrives moves nothing. */
export function ResultFrame({
  as: Element = 'div',
  size,
  isRunning,
  input,
  preview,
  children,
}: ResultFrameProps) {
  return (
    <Element className="relative flex" style={size}>
      <span
        aria-hidden
        className={`absolute inset-0 overflow-hidden bg-raised ${isRunning ? 'breathe' : ''}`}
      >
        {isRunning && preview && (
          <img src={preview} alt="" className="size-full object-contain blur-[2px]" />
        )}
        {isRunning && !preview && (
          <Thumbnail of={[input]} className="size-full scale-110 object-cover opacity-60 blur-xl" />
        )}
      </span>
      {children}
    </Element>
  )
}

/**
 * The inner size of an element in px, updated whenever it changes; nothing before it is measured.
 */
export function useElementBox<Element extends HTMLElement>(): [
  RefCallback<Element>,
  Size | undefined,
] {
  const [box, setBox] = useState<Size>()
  const ref = useCallback((element: Element) => {
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, box]
}

type Sized = { width: number | null; height: number | null }

/**
 * The shape of a result: its own, otherwise the requested one, otherwise that of its input,
 * otherwise a default.
 */
export function resultShape({ width, height, images, inputs, kind }: GenerationView): Size {
  const known = [images[0], { width, height }, inputs[0]].find(isSized)
  if (known) return { width: known.width, height: known.height }
  return kind === 'image' ? { width: 1, height: 1 } : { width: 16, height: 9 }
}

function isSized(one: Sized | undefined): one is { width: number; height: number } {
  return Boolean(one?.width && one.height)
}
