import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

/** How long each interaction of a kind lasted until the next picture on screen, in ms, sorted. */
export type Action = { what: string; durations: number[] }

type Timings = { interactions?: Map<number, number> }

/** Does what people do in a history, one thing after the other, and measures each. */
export async function measureActions(page: Page): Promise<Action[]> {
  await page.evaluate(() => {
    const interactions = new Map<number, number>()
    Object.assign(globalThis, { interactions } satisfies Timings)
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        const id = entry.interactionId ?? 0
        if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, entry.duration))
      }
    })
    observer.observe({
      type: 'event',
      durationThreshold: 16,
      buffered: false,
    } as PerformanceObserverInit)
  })
  const measured: Action[] = []
  for (const [what, act] of Object.entries(actions)) {
    await act(page)
    await delay(1_500)
    measured.push({ what, durations: await takeDurations(page) })
  }
  return measured
}

/** Interactions shorter than 16 ms are not told of; they count as nothing. */
function takeDurations(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { interactions } = globalThis as Timings
    const durations = [...(interactions?.values() ?? [])].sort((one, other) => one - other)
    interactions?.clear()
    return durations
  })
}

const settle = 400

/** How long a finger stays on the button, in ms. */
const pressTime = 80

/** The mouse comes to rest on something. */
async function point(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to point at')
  await target
    .page()
    .mouse.move(box.x + Math.min(60, box.width / 2), box.y + Math.min(60, box.height / 2))
  await delay(settle)
}

/**
 * Points and presses as a hand does. The browser's own click would first run code of the test in
 * the page.
 */
async function press(target: Locator): Promise<void> {
  await point(target)
  await target.page().mouse.down()
  await delay(pressTime)
  await target.page().mouse.up()
}

const actions: Record<string, (page: Page) => Promise<void>> = {
  'selecting records': async (page) => {
    for (let at = 1; at <= 12; at++) {
      await point(page.locator('[data-record]').nth(at))
      await press(page.locator('[data-record]').nth(at).getByRole('checkbox'))
      await delay(settle)
    }
  },
  'selecting a range': async (page) => {
    for (const at of [14, 2, 9]) {
      await page.keyboard.down('Shift')
      await press(page.locator('[data-record]').nth(at))
      await page.keyboard.up('Shift')
      await delay(settle)
    }
  },
  'leaving the selection': async (page) => {
    await page.keyboard.press('Escape')
    await delay(settle)
  },
  'selecting all 10,000': async (page) => {
    await press(page.getByRole('button', { name: 'Select all' }))
    await delay(settle)
    await press(page.getByRole('button', { name: 'Clear selection', exact: true }).first())
    await delay(settle)
  },
  'arrow keys': async (page) => {
    await page.locator('[data-record]').first().focus()
    for (const key of [
      'ArrowRight',
      'ArrowDown',
      'ArrowRight',
      'ArrowDown',
      'ArrowLeft',
      'ArrowUp',
      'ArrowDown',
    ]) {
      await page.keyboard.press(key)
      await delay(settle)
    }
  },
  'opening and closing a picture': async (page) => {
    for (let times = 0; times < 4; times++) {
      const opener = page.locator('[data-viewer-opener]').nth(times + 2)
      // It may lie below the bar that stays at the top.
      await opener.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await press(opener)
      await page.getByRole('dialog').waitFor()
      await delay(2 * settle)
      await page.keyboard.press('Escape')
      await delay(2 * settle)
    }
  },
  'typing in search': async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('lighthouse', { delay: 120 })
    await delay(3 * settle)
    await page.keyboard.press('Escape')
    await delay(3 * settle)
  },
  'grid and list': async (page) => {
    for (const name of ['List', 'Grid']) {
      await page.getByRole('radio', { name }).focus()
      await press(page.getByRole('radio', { name }).locator('..'))
      await delay(3 * settle)
    }
  },
}
