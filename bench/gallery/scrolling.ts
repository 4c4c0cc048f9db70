import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

export type Scrolling = { longTasks: number[]; mostCards: number; distance: number }

type Watch = { watch?: { longTasks: number[]; mostCards: number; isOn: boolean } }

/** Scrolls through the whole history once, so that every record of it is there. */
export async function loadAll(page: Page, count: number): Promise<void> {
  await page.evaluate(async (expected) => {
    const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const isLoading = () => document.querySelector('[aria-busy=true][role=gridcell]') !== null
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 2) {
      scrollBy({ top: 2_000, behavior: 'instant' })
      await rest(50)
      for (let waited = 0; isLoading() && waited < 100; waited++) await rest(20)
    }
    if (!location.search.includes(`page=${Math.floor(expected / 20)}`)) await rest(500)
    scrollTo({ top: 0, behavior: 'instant' })
    await rest(1_000)
  }, count)
}

/** Scrolls by wheel for ten seconds, watching for tasks that keep the page from answering. */
export async function measureScrolling(page: Page): Promise<Scrolling> {
  await page.evaluate(() => {
    const watch = { longTasks: [] as number[], mostCards: 0, isOn: true }
    Object.assign(globalThis, { watch } satisfies Watch)
    new PerformanceObserver((list) => {
      if (watch.isOn) watch.longTasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
    const count = () => {
      watch.mostCards = Math.max(watch.mostCards, document.querySelectorAll('[data-record]').length)
      if (watch.isOn) requestAnimationFrame(count)
    }
    count()
  })
  await page.mouse.move(800, 500)
  const from = await page.evaluate(() => scrollY)
  for (let turn = 0; turn < 200; turn++) {
    await page.mouse.wheel(0, turn < 140 ? 600 : -600)
    await delay(50)
  }
  await delay(1_500)
  return page.evaluate((start) => {
    const { watch } = globalThis as Watch
    if (watch) watch.isOn = false
    return {
      longTasks: watch?.longTasks ?? [],
      mostCards: watch?.mostCards ?? 0,
      distance: Math.round(scrollY - start),
    }
  }, from)
}
