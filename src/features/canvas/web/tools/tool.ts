import type { ReactNode } from 'react'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import type { BrushPoint } from '../document/brush.ts'
import type { Editor, Tool } from '../document/editor-store.ts'
import type { Point } from '../pixels/pixels.ts'
import type { View } from './view.ts'

/** The keys that are held while a pointer moves. */
export type HeldKeys = { shift: boolean; alt: boolean }

/** A pointer that goes down on the document; `at`: in pixels of it. */
export type PointerStart = { editor: Editor; at: BrushPoint; view: View; keys: HeldKeys }

/** What a tool does from a press to its release. */
export type Gesture = {
  /** Called with the places since the last call, in pixels of the document. */
  move(points: readonly BrushPoint[], keys: HeldKeys): void
  end(): void
  /** A second finger came: what was begun is to leave no trace. */
  cancel(): void
}

/** `pointer`: where the pointer is over the stage, in CSS pixels of it. */
export type OverlayProps = { editor: Editor; view: View; pointer: Point | undefined }

/** One tool of the canvas. */
export type CanvasTool = {
  id: Tool
  /** The key that chooses it. */
  key: string
  icon: IconComponent
  label: () => string
  /** The class of the pointer over the stage. */
  cursor: string
  /** Begins a gesture; absent or `undefined`: the press does nothing. */
  begin?(start: PointerStart): Gesture | undefined
  /** Its settings, in the toolbar. */
  Options?(props: { editor: Editor }): ReactNode
  /** What it shows over the document. */
  Overlay?(props: OverlayProps): ReactNode
}
