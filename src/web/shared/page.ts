import type { ComponentType } from 'react'
import type { NeededModels } from '#web/lib/models.ts'
import type { Prefetch } from '#web/lib/navigation/prefetch.ts'
import { lazyPart } from './lazy-part.tsx'

/** The form of a page. */
export type PageForm = {
  generationType: string
  /** The model that the address itself selects. */
  model?: string
}

export type PageProps = {
  path: string
  title: string
  description: string
  form: PageForm | undefined
}

export type Page = {
  /** The title of the browser's tab; without one it is the product's name alone. */
  title?: () => string
  /** Its title where nothing is sold, if that is another. */
  freeTitle?: () => string
  /** One sentence about it, for the form's head and for search engines. */
  description?: () => string
  form?: PageForm
  /** The file of its code below `src/features`, where the build prerenders it for a feature. */
  prerendered?: string
  /** The models that it needs. */
  models?: NeededModels
  Component: ComponentType<PageProps>
  /** Fetches its code before the visit. */
  preload: () => Promise<unknown>
  /** Fetches the data that it shows first, before the visit. */
  prefetch?: Prefetch
}

/** A page whose code, and the data that it shows first, are loaded when it is needed. */
export function pageFrom(
  load: () => Promise<ComponentType<PageProps>>,
  loadPrefetch?: () => Promise<Prefetch>,
): Page {
  const Component = lazyPart(load)
  return {
    Component,
    preload: Component.preload,
    ...(loadPrefetch && {
      // Code that does not arrive is reported when the page is opened.
      prefetch: async (...visit) => (await loadPrefetch().catch(() => undefined))?.(...visit),
    }),
  }
}
