import { m } from '#web/messages/compiled/messages.js'
import { type Page, pageFrom } from '#web/shared/page.ts'

const canvases = pageFrom(async () => (await import('./canvases-page.tsx')).CanvasesPage)
const canvas = pageFrom(async () => (await import('./editor-page.tsx')).EditorPage)

export const pages: Record<string, Page> = {
  '/canvas': { ...canvases, title: m.canvas_title },
  '/canvas/': { ...canvas, title: m.canvas_title, models: 'all' },
}
