import './globals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import type { ModelsView } from '#core/models/models-contract.ts'
import type { PageData, PageWithData } from '#core/pages/page-data-contract.ts'
import { prerenderedFile, prerenderedPaths } from '#core/pages/page-paths-contract.ts'
import { languages, pathIn } from '#platform/languages/languages.ts'
import { applyModels } from '#web/lib/models.ts'
import { type Location, PinnedLocation } from '#web/lib/navigation/location.ts'
import { queryOf, searchOf } from '#web/lib/navigation/query.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { overwriteGetLocale } from '#web/messages/compiled/runtime.js'
import { addedPrerendered, pageAt } from '#web/routes.ts'
import { Frame } from '../frame.tsx'
import { fillPage } from './fill-page.ts'
import { standAt } from './globals.ts'
import type {
  BuiltLanguages,
  DataPage,
  DataPages,
  DrawnPage,
  PageCode,
  PrerenderedFile,
} from './prerendered-page.ts'

/**
 * Prerenders every page that needs no answer of the API, in every language, for visitors who are not
 * signed in and for those who may be. The browser shows the result until the app has loaded.
 */
export async function* prerenderPages(built: BuiltLanguages): AsyncGenerator<PrerenderedFile> {
  for (const isSignedIn of [false, true])
    for (const language of languages)
      for (const path of [...prerenderedPaths, ...addedPrerendered]) {
        const html = await render(built, { path, language, isSignedIn })
        yield { name: prerenderedFile(pathIn(path, language), isSignedIn), html }
      }
}

/**
 * Renders a page with its data, which the app then starts with. One call at a time: the address and
 * the language are global.
 */
export function renderPage(
  built: BuiltLanguages,
  page: PageWithData,
  models: ModelsView,
): Promise<string> {
  if (models.revision !== 0) applyModels(models, 'all')
  return render(built, page)
}

type PageToRender = Omit<PageWithData, 'data'> & { data?: PageData }

async function render(built: BuiltLanguages, page: PageToRender): Promise<string> {
  const { path, language, isSignedIn, data } = page
  overwriteGetLocale(() => language)
  const address = pathIn(path, language)
  standAt(address, isSignedIn)
  const entries = data && entriesOf(data)
  const drawn = {
    ...{ path: address, language, isSignedIn, ...(await draw(page, entries)) },
    ...(entries && { data: JSON.stringify(entries) }),
  }
  const { code, ...files } = built[language]
  return fillPage(files.template, drawn, { ...files, page: code[codeOf(page)] ?? [] })
}

/** The data by the keys of their queries. */
function entriesOf(page: PageData) {
  const { settings, added = [] } = page
  return [
    [settingsQuery.queryKey, settings],
    ...added,
    ...addedTo(page).flatMap(({ page: { entries }, data }) => entries(data)),
  ] as [readonly unknown[], unknown][]
}

const modules = import.meta.glob<{ dataPages: DataPages }>('/src/features/*/web/data-pages.ts', {
  eager: true,
})
const dataPages = Object.values(modules).flatMap((module) =>
  Object.entries<DataPage<never>>(module.dataPages),
)

/** What features have of a page: how they render it, and its data. */
function addedTo(page: PageData): { page: DataPage<never>; data: never }[] {
  const members: Partial<Record<string, unknown>> = page
  return dataPages.flatMap(([member, added]) =>
    members[member] === undefined ? [] : [{ page: added, data: members[member] as never }],
  )
}

function codeOf({ path, data }: PageToRender): PageCode | string {
  const { prerendered } = pageAt(path)
  if (prerendered) return prerendered
  if (path === '/') return 'start'
  if (path === '/pricing') return 'pricing'
  const [first] = data ? addedTo(data) : []
  return first?.page.file ?? 'form'
}

async function draw(
  { path, data }: PageToRender,
  entries: readonly [readonly unknown[], unknown][] = [],
): Promise<Pick<DrawnPage, 'title' | 'description' | 'html'>> {
  const { Component, title, freeTitle, description, form } = pageAt(path)
  const name = ((data?.settings.free_mode && freeTitle) || title)?.() ?? ''
  const text = description?.() ?? ''
  const product = data?.settings.studio_name ?? m.app_name()
  const client = new QueryClient()
  for (const [key, value] of entries) client.setQueryData(key, value)
  const [added] = data ? addedTo(data) : []
  const search = searchOf(added?.page.query?.(added.data) ?? {})
  const location: Location = { path, search, query: queryOf(search), hash: '', cause: 'open' }
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <PinnedLocation value={location}>
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
