import { createStore } from 'zustand'
import type { ShapeContent } from '../document/shape-drawing.ts'

export type DraggedShape = Exclude<ShapeContent['shape'], 'polygon'>

/** What the next shape looks like. `strokeWidth`: in pixels of the document. */
export type ShapeSettings = {
  shape: DraggedShape
  fill: string | null
  /** Where a gradient ends; null: it fades out. */
  fillTo: string | null
  stroke: string | null
  strokeWidth: number
}

/** The settings of the shape tool, for as long as the page is open. */
export const shapeSettings = createStore<ShapeSettings>(() => ({
  shape: 'rectangle',
  fill: '#e8743b',
  fillTo: null,
  stroke: null,
  strokeWidth: 8,
}))
