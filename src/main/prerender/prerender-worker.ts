import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { ModelsView } from '#contract/models.ts'

/** What the build left for this thread (web/app/prerender). */
type Prerenderer = {
  prerenderPages(built: unknown, models: ModelsView): AsyncIterable<{ name: string; html: string }>
}

const { directory, models } = workerData as { directory: string; models: ModelsView }
const built = JSON.parse(await readFile(path.join(directory, 'pages.json'), 'utf8'))
const code = pathToFileURL(path.join(directory, 'prerender.js')).href
const { prerenderPages } = (await import(code)) as Prerenderer
for await (const page of prerenderPages(built, models)) parentPort?.postMessage(page)
