import type { CanvasLayer } from '../../contract.ts'
import { newCanvas } from './raster.ts'
import { baseline, lineHeight, wrapText } from './text-layout.ts'
import type { Box } from './transform.ts'

type SavedText = Extract<CanvasLayer, { kind: 'text' }>

/** What a text layer says, and how. `width`: where it wraps, in pixels; null: it does not. */
export type TextContent = Pick<
  SavedText,
  'text' | 'font_size' | 'font_family' | 'color' | 'weight' | 'align' | 'width'
>

/** The fonts of each family, in CSS's words; the last is one that every browser has. */
const fontStacks: Readonly<Record<TextContent['font_family'], string>> = {
  'sans-serif': 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
  serif: '"Songti SC", "Noto Serif SC", serif',
  monospace: 'ui-monospace, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", "Yuanti SC", "Varela Round", sans-serif',
  handwriting: '"Bradley Hand", "Segoe Print", "Kaiti SC", "KaiTi", cursive',
}

/** Draws a text with its first line at 0, 0, as letters, so that it is sharp at every scale. */
export function drawText(context: CanvasRenderingContext2D, content: TextContent): void {
  const { lines, width } = layOut(content)
  context.font = fontOf(content)
  context.fillStyle = content.color
  context.textBaseline = 'alphabetic'
  context.textAlign = content.align
  const x = { left: 0, center: width / 2, right: width }[content.align]
  for (const [index, line] of lines.entries())
    context.fillText(line, x, (index * lineHeight + baseline) * content.font_size)
}

/** Returns the box of a text, in pixels of its layer. */
export function measureText(content: TextContent): Box {
  const { lines, width } = layOut(content)
  return { x: 0, y: 0, width, height: lines.length * lineHeight * content.font_size }
}

/** Lines are the same for as long as the text is: a change makes another object. */
const known = new WeakMap<TextContent, { lines: string[]; width: number }>()
let measuring: CanvasRenderingContext2D | undefined

function layOut(content: TextContent) {
  const before = known.get(content)
  if (before) return before
  measuring ??= newCanvas(1, 1).context
  const context = measuring
  context.font = fontOf(content)
  const measure = (text: string) => context.measureText(text).width
  const lines = wrapText(content.text, content.width, measure)
  const width = content.width ?? Math.max(1, ...lines.map(measure))
  const laidOut = { lines, width }
  known.set(content, laidOut)
  return laidOut
}

const fontOf = ({ weight, font_size, font_family }: TextContent) =>
  `${weight} ${font_size}px ${fontStacks[font_family]}`
