import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { mediaPath } from '#testing/sample-media.ts'

/** Pastes a file, as the browser does it. */
export async function paste(page: Page, name: string): Promise<void> {
  const base64 = readFileSync(mediaPath(name)).toString('base64')
  await page.evaluate(
    (file) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
      clipboardData.items.add(new File([bytes], file.name, { type: 'image/png' }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    { name, base64 },
  )
}

/** What a canvas shows; a handle, because it is large. */
export const shownOn = (canvas: Locator) =>
  canvas.evaluateHandle((element: HTMLCanvasElement) =>
    element.getContext('2d')?.getImageData(0, 0, element.width, element.height),
  )

type Shown = Awaited<ReturnType<typeof shownOn>>
/** The outline of a rectangle; `reach`: how far from it counts as near. All in pixels of the image. */
type Ring = { from: readonly number[]; to: readonly number[]; reach: number }

/** How many pixels of two images differ: near the outline of a rectangle, and further away. */
export const changesAround = (before: Shown, after: Shown, ring: Ring) =>
  before.evaluate(
    (one, { after, from: [left = 0, top = 0], to: [right = 0, bottom = 0], reach }) => {
      const counts = { near: 0, beyond: 0 }
      const [a, b] = [
        new Uint32Array(one?.data.buffer ?? []),
        new Uint32Array(after?.data.buffer ?? []),
      ]
      for (const [at, color] of a.entries()) {
        if (color === b[at]) continue
        const [x, y] = [at % (one?.width ?? 1), Math.floor(at / (one?.width ?? 1))]
        const outside = Math.hypot(
          Math.max(left - x, 0, x - right),
          Math.max(top - y, 0, y - bottom),
        )
        const inside = Math.min(x - left, right - x, y - top, bottom - y)
        counts[Math.max(outside, inside) <= reach ? 'near' : 'beyond']++
      }
      return counts
    },
    { after, ...ring },
  )
