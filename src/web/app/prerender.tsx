import './prerender-globals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { languages, pathIn } from '#contract/languages.ts'
import { prerenderedPaths } from '#contract/page-paths.ts'
import { PinnedLocation } from '#web/lib/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { type Page, routes } from '#web/routes.ts'
import { Frame } from './frame.tsx'
import { standAt } from './prerender-globals.ts'
import type { DrawnPage } from './prerendered-page.ts'

/**
 * Prerenders the start page and every form in every language, for visitors who are not signed in and for those who may
 * be. The browser shows the result until the app has loaded.
 */
export async function drawPages(): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  for (const language of languages) {
    overwriteGetLocale(() => language)
    for (const path of prerenderedPaths) {
      const address = pathIn(path, language)
      for (const isSignedIn of [false, true]) {
        standAt(address, isSignedIn)
        drawn.push({ path: address, language, isSignedIn, ...(await draw(path, routes[path])) })
      }
    }
  }
  return drawn
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
