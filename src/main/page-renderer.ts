import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { onModelsChange, publishedModels } from '#core/models/published-models.ts'
import type { PageWithData } from '#core/pages/page-data-contract.ts'
import { prerenderDirectory } from '#core/pages/page-paths-contract.ts'
import { describePage, type WebFile } from '#core/pages/web-files.ts'

export type PageRenderer = {
  /**
   * The page with its data; `null` when it cannot be rendered now: the app then renders it in the
   * browser.
   */
  render(page: PageWithData): Promise<WebFile | null>
  stop(): Promise<void>
}

/** How many rendered pages are kept, those of the build among them; one has about 0.1 MB. */
const maxKept = 256

/** How many pages may wait for the thread. */
const maxWaiting = 32

export type RenderAnswer = { id: number; html: string } | { id: number; error: string }

/**
 * Renders pages with their data on a thread of its own, which starts with the first page. The same
 * page with the same data is rendered once. After `limitMs` without an answer the thread ends, and
 * the next page starts another. `web`: the directory of the build.
 */
export async function startPageRenderer(
  web: string,
  log: Pick<Logger, 'warn'>,
  limitMs = 15_000,
): Promise<PageRenderer> {
  // The same build as the files that are served, even if a newer one replaces it.
  const directory = path.join(await realpath(web), prerenderDirectory)
  const pages = new Map<string, Promise<WebFile | null>>()
  const waiting = new Map<number, (html: string | null) => void>()
  let thread: Worker | undefined
  let lastId = 0

  const forget = () => {
    const ended = thread
    thread = undefined
    pages.clear()
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
    return ended?.terminate()
  }
  const start = () => {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url), {
      workerData: { directory, models: publishedModels() },
      // React is slower in development.
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 },
    })
    started.on('message', (answer: RenderAnswer) => {
      if ('error' in answer) log.warn({ err: answer.error }, 'a page cannot be rendered')
      waiting.get(answer.id)?.('html' in answer ? answer.html : null)
      waiting.delete(answer.id)
    })
    started.on('error', (error) => log.warn({ err: error }, 'pages cannot be rendered'))
    started.on('exit', () => {
      if (thread === started) void forget()
    })
    started.unref()
    return started
  }
  const render = async (page: PageWithData): Promise<WebFile | null> => {
    if (waiting.size >= maxWaiting) return null
    thread ??= start()
    const id = ++lastId
    const answer = new Promise<string | null>((resolve) => waiting.set(id, resolve))
    thread.postMessage({ id, page })
    const limit = setTimeout(() => {
      log.warn({ path: page.path, limitMs }, 'a page was not rendered in time')
      void forget()
    }, limitMs)
    const html = await answer
    clearTimeout(limit)
    return html === null ? null : describePage(html)
  }
  const unfollow = onModelsChange(() => void forget())
  return {
    async render(page) {
      const key = JSON.stringify(page)
      const known = pages.get(key)
      pages.delete(key)
      const rendered = known ?? render(page)
      // Insertion order is the order of use.
      pages.set(key, rendered)
      for (const oldest of pages.keys()) {
        if (pages.size <= maxKept) break
        pages.delete(oldest)
      }
      const found = await rendered
      if (!found && pages.get(key) === rendered) pages.delete(key)
      return found
    },
    async stop() {
      unfollow()
      await forget()
    },
  }
}
