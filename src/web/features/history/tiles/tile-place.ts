import type { CSSProperties } from 'react'
import type { MediaView } from '#contract/generation.ts'
import type { Status } from '#domain/status.ts'
import { isImage } from '#web/shared/media.ts'

/**
 * How a tile of this ratio stands in a justified row: rows share one height, wide pictures take
 * more of the width.
 */
export function tilePlace(ratio: number): CSSProperties {
  return { flexGrow: ratio, flexBasis: `calc(var(--row-height) * ${ratio})`, aspectRatio: ratio }
}

type Shape = { status: Status; width: number | null; height: number | null }

/**
 * The ratio of a picture, kept within what a row can hold; a square where there is none or nobody
 * knows it.
 */
export function ratioOf({ status, width, height }: Shape): number {
  return status !== 'failed' && width && height ? Math.min(2.5, Math.max(0.5, width / height)) : 1
}

/** The ratio of an edit, which shows what it was and what it became side by side. */
export function editRatio(generation: Shape & { inputs: readonly MediaView[] }): number {
  const ratio = ratioOf(generation)
  return generation.inputs.some(isImage) ? Math.min(3, ratio * 2) : ratio
}
