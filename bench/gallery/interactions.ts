import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

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
    observer.observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
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

const actions: Record<string, (page: Page) => Promise<void>> = {
  'selecting records': async (page) => {
    for (let at = 1; at <= 12; at++) {
      const record = page.locator('[data-record]').nth(at)
      await record.hover()
      await record.getByRole('checkbox').click()
      await delay(settle)
    }
  },
  'selecting a range': async (page) => {
    for (const at of [14, 2, 9]) {
      await page
        .locator('[data-record]')
        .nth(at)
        .click({ modifiers: ['Shift'], position: { x: 60, y: 60 } })
      await delay(settle)
    }
  },
  'leaving the selection': async (page) => {
    await page.keyboard.press('Escape')
    await delay(settle)
  },
  'selecting all 10,000': async (page) => {
    await page.getByRole('button', { name: 'Select all' }).click()
    await delay(settle)
    await page.getByRole('button', { name: 'Clear selection', exact: true }).first().click()
    await delay(settle)
  },
  'arrow keys': async (page) => {
    await page.locator('[data-record]').first().focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
      await page.keyboard.press(key)
      await delay(settle)
    }
  },
  'opening and closing a picture': async (page) => {
    for (let times = 0; times < 4; times++) {
      await page
        .locator('[data-viewer-opener]')
        .nth(times + 2)
        .click({ position: { x: 80, y: 80 } })
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
      await page.getByRole('radio', { name }).locator('..').click()
      await delay(3 * settle)
    }
  },
}
