import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { ModelsView } from '#core/models/models-contract.ts'
import type { PageWithData } from '#core/pages/page-data-contract.ts'
import type { RenderAnswer } from './page-renderer.ts'

/** What the build left for this thread (web/app/prerender). */
type Renderer = {
  renderPage(built: unknown, page: PageWithData, models: ModelsView): Promise<string>
}

const { directory, models } = workerData as { directory: string; models: ModelsView }
const built = JSON.parse(await readFile(path.join(directory, 'pages.json'), 'utf8'))
const code = pathToFileURL(path.join(directory, 'prerender.js')).href
const { renderPage } = (await import(code)) as Renderer

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', ({ id, page }: { id: number; page: PageWithData }) => {
  const answer = (result: RenderAnswer) => parentPort?.postMessage(result)
  // One after the other: a page's address and language are global.
  last = last
    .then(() => renderPage(built, page, models))
    .then(
      (html) => answer({ id, html }),
      (error: Error) => answer({ id, error: error.stack ?? String(error) }),
    )
})
