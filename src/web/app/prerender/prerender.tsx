import './globals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { languages, pathIn } from '#contract/languages.ts'
import type { ModelsView } from '#contract/models.ts'
import { prerenderedFile, prerenderedPaths } from '#contract/page-paths.ts'
import { applyModels } from '#web/lib/models.ts'
import { PinnedLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { type Page, routes } from '#web/routes.ts'
import { Frame } from '../frame.tsx'
import { fillPage } from './fill-page.ts'
import { standAt } from './globals.ts'
import type { BuiltLanguages, DrawnPage, PrerenderedFile } from './prerendered-page.ts'

/**
 * Prerenders the start page and every form in every language, for visitors who are not signed in and for those who may
 * be. The browser shows the result until the app has loaded. `models`: those of the studio, where they are not those of
 * the release.
 */
export async function* prerenderPages(
  built: BuiltLanguages,
  models?: ModelsView,
): AsyncGenerator<PrerenderedFile> {
  if (models) applyModels(models, 'all')
  for (const isSignedIn of [false, true])
    for (const language of languages) {
      overwriteGetLocale(() => language)
      const { start, form, ...files } = built[language]
      for (const path of prerenderedPaths) {
        const address = pathIn(path, language)
        standAt(address, isSignedIn)
        const page = { path: address, language, isSignedIn, ...(await draw(path, routes[path])) }
        const code = path === '/' ? start : form
        const html = fillPage(files.template, page, { ...files, page: code })
        yield { name: prerenderedFile(address, isSignedIn), html }
      }
    }
}

async function draw(
  path: string,
  { Component, title, description, form }: Page,
): Promise<Pick<DrawnPage, 'title' | 'description' | 'html'>> {
  const [name, text] = [title?.() ?? '', description?.() ?? '']
  const product = m.app_name()
  const { prelude } = await prerender(
    <QueryClientProvider client={new QueryClient()}>
      <PinnedLocation value={{ path, search: '', query: {}, hash: '', cause: 'open' }}>
        <Frame panel={<PanelPlace />}>
          <Component path={path} title={name} description={text} form={form} />
        </Frame>
      </PinnedLocation>
    </QueryClientProvider>,
    // Larger parts would otherwise be inserted by a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return {
    title: name ? `${name} · ${product}` : product,
    description: text || m.app_description(),
    html: await new Response(prelude).text(),
  }
}

/** The side panel's place, with its default width. */
function PanelPlace() {
  return <div className="w-16 shrink-0 border-r border-line max-md:hidden xl:w-58" />
}
