import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import { m } from '#web/messages/compiled/messages.js'

/** The names of what a control layer can show, in the order of its list. */
export const controlNames: Readonly<Record<ControlImageKind, () => string>> = {
  edges: m.canvas_control_edges,
  depth: m.canvas_control_depth,
  pose: m.canvas_control_pose,
  scribble: m.canvas_control_scribble,
}
