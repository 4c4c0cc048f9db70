import type { Tool } from '../document/editor-store.ts'
import { brushTool, eraserTool } from './brush-tool.tsx'
import { fillTool } from './fill-tool.tsx'
import { frameTool } from './frame-tool.tsx'
import { handTool } from './hand-tool.ts'
import { moveTool } from './move-tool.tsx'
import { healTool, stampTool } from './retouch-tools.tsx'
import { lassoTool, rectangleTool, wandTool } from './selection-tools.ts'
import { shapeTool } from './shape-tool.tsx'
import { textTool } from './text-tool.ts'
import type { CanvasTool } from './tool.ts'

/** The tools, in the order of the toolbar. */
export const tools: readonly CanvasTool[] = [
  brushTool,
  eraserTool,
  fillTool,
  stampTool,
  healTool,
  rectangleTool,
  lassoTool,
  wandTool,
  textTool,
  shapeTool,
  moveTool,
  handTool,
  frameTool,
]

export function toolOf(id: Tool): CanvasTool {
  const found = tools.find((tool) => tool.id === id)
  if (!found) throw new Error(`There is no tool ${id}`)
  return found
}
