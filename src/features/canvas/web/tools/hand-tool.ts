import { m } from '#web/messages/compiled/messages.js'
import { Hand } from '../controls/editor-icons.ts'
import type { CanvasTool } from './tool.ts'

/** Moves the view, which is the stage's: see use-pointer.ts. */
export const handTool: CanvasTool = {
  ...{ id: 'hand', key: 'H', icon: Hand, label: m.canvas_hand, cursor: 'cursor-grab' },
}
