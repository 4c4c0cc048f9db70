import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { describePage, type WebFile } from '#api/web-files.ts'
import type { ModelsView } from '#contract/models.ts'
import { prerenderDirectory } from '#contract/page-paths.ts'
import { onModelsChange, publishedModels } from '#services/models/published-models.ts'

export type PrerenderedPages = {
  /** The page of this file of the build with the studio's models; nothing until it is ready. */
  find(name: string): WebFile | undefined
  /** Resolves when no page is being prerendered. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Prerenders the pages again whenever the models of this process change and are not those of the
 * release. It runs on a thread of its own, which ends with the last page; a change meanwhile starts
 * it anew. `web`: the directory of the build. A failure is logged; pages are then sent without
 * prerendered content.
 */
export async function followPrerenderedPages(
  web: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<PrerenderedPages> {
  // The same build as the files that are served, even if a newer one replaces it.
  const directory = path.join(await realpath(web), prerenderDirectory)
  let pages = new Map<string, WebFile>()
  let thread: Worker | undefined
  let finished = Promise.resolve()

  const prerender = (models: ModelsView) => {
    void thread?.terminate()
    thread = undefined
    pages = new Map()
    if (models.revision === 0) return
    thread = startThread(directory, models)
    finished = collectPages(thread, pages, log)
  }
  prerender(publishedModels())
  const unfollow = onModelsChange(() => prerender(publishedModels()))
  return {
    find: (name) => pages.get(name),
    settled: () => finished,
    stop: async () => {
      unfollow()
      await thread?.terminate()
    },
  }
}

function startThread(directory: string, models: ModelsView): Worker {
  return new Worker(new URL('./prerender-worker.ts', import.meta.url), {
    workerData: { directory, models },
    // React is slower in development.
    env: { NODE_ENV: 'production' },
  })
}

async function collectPages(
  thread: Worker,
  pages: Map<string, WebFile>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  const startedAt = performance.now()
  thread.on('message', ({ name, html }: { name: string; html: string }) =>
    pages.set(name, describePage(html)),
  )
  try {
    const code = await new Promise<number>((resolve, reject) => {
      thread.once('error', reject)
      thread.once('exit', resolve)
    })
    // 1: a change of the models ended it.
    if (code !== 0) return
    const ms = Math.round(performance.now() - startedAt)
    log.info({ pages: pages.size, ms }, 'pages prerendered with changed models')
  } catch (error) {
    log.warn({ err: error }, 'pages cannot be prerendered with changed models')
  }
}
