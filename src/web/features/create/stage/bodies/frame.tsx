import type { ReactNode } from 'react'
import type { MediaView } from '#contract/generation.ts'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import type { Size } from '../fit-grid.ts'

type FrameProps = {
  as?: 'li' | 'div'
  size: Size
  isRunning: boolean
  /** What it is made from, shown blurred until the result is there. */
  input: MediaView | undefined
  children?: ReactNode
}

/**
 * The place of one result. It stands from the first moment, so a result that arrives moves nothing.
 */
export function Frame({ as: Element = 'div', size, isRunning, input, children }: FrameProps) {
  return (
    <Element className="relative flex" style={size}>
      <span
        aria-hidden
        className={`absolute inset-0 overflow-hidden bg-raised ${isRunning ? 'breathe' : ''}`}
      >
        {isRunning && (
          <Thumbnail of={[input]} className="size-full scale-110 object-cover opacity-60 blur-xl" />
        )}
      </span>
      {children}
    </Element>
  )
}
