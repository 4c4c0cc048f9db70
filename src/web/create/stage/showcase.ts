export type Showcase = { video?: string; image?: string; title?: string }

/**
 * The file that the idle stage shows when the address names it
 * (docs/spec/creation.md#result-on-the-page). Our own files alone: a link must not be able to put
 * images from elsewhere on our page.
 */
export function showcaseOf(query: Record<string, string>, origin: string): Showcase | undefined {
  const video = safeAddress(query.showcase_video_url, origin)
  const image = safeAddress(query.showcase_thumbnail, origin)
  if (!video && !image) return undefined
  const title = query.showcase_title?.trim().slice(0, 200)
  return { ...(video && { video }), ...(image && { image }), ...(title && { title }) }
}

function safeAddress(address: string | undefined, origin: string): string | undefined {
  if (!address || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.href : undefined
}
