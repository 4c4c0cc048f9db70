import { kindFacts, kinds } from '#core/models/rules/kinds.ts'

/** The page that says who may join. */
export const joinPath = '/join'

/** The page that checks where a file was made. */
export const verifyPath = '/verify'

/** All paths below these are pages (docs/spec/history.md#pages). */
const hubs = ['/creator/history/', '/admin/']

/** The pages with a form (docs/spec/creation.md#pages). They are prerendered. */
export const formPaths = [
  ...kinds.map((kind) => kindFacts[kind].formPath),
  '/creator/ai-image-editor/flux-pro-kontext',
  '/creator/ai-image-editor/nano-banana-edit',
  '/creator/ai-image-editor/qwen-image-edit',
  '/creator/video',
  '/creator/video/first-to-last-frame',
  '/creator/video/vace',
  '/creator/video/video-to-video',
  '/creator/video/lip-sync',
  '/creator/video/text-to-video-pro',
  '/creator/video/wan-v2-2-5b',
  '/creator/video/wan-v2-2-a14b',
  '/creator/image-to-video/image-to-video',
  '/creator/image-to-video/image-to-video-pro',
  '/creator/image',
  '/creator/image/image-to-image',
  '/creator/audio-to-audio',
  '/creator/text-to-3d',
] as const

/** The pages of the core that need no answer of the API to be complete: the build prerenders them. */
export const prerenderedPaths = ['/', ...formPaths] as const

/** Whether the build prerenders the page at this path, which has no language. `ofFeatures`: their paths. */
export function isPrerenderedPath(path: string, ofFeatures: readonly string[]): boolean {
  return [...prerenderedPaths, ...ofFeatures].includes(path)
}

/**
 * The path of every page of the core, without its language. Their contents are in web/routes.ts, which does not
 * compile if one is missing.
 */
export const pagePaths = [
  '/',
  ...formPaths,
  '/creator/image-understanding/history',
  '/creator/history',
  ...kinds.map((kind) => `/creator/history/${kind}` as const),
  '/creator/image-editing',
  '/creator/image-generation',
  '/creator/video-generation',
  '/pricing',
  verifyPath,
  '/account',
  '/account/credits',
  '/account/keys',
  joinPath,
  '/admin',
] as const

export type FormPath = (typeof formPaths)[number]
export type PagePath = (typeof pagePaths)[number]

/** The target of `/creator`, which is no page itself. */
const firstForm = '/creator/image/text-to-image'

/**
 * The canonical path of a page, without the language: no slash at its end, and a form's for
 * `/creator`.
 */
export function canonicalPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  const bare = path.slice(0, end)
  return bare === '/creator' ? firstForm : bare
}

/**
 * Whether there is a page at this path, which has no language. `ofFeatures`: the paths of their pages;
 * one with a slash at its end stands for all below.
 */
export function isPagePath(path: string, ofFeatures: readonly string[]): boolean {
  const paths: readonly string[] = [...pagePaths, ...ofFeatures]
  return (
    paths.includes(path) ||
    [...hubs, ...ofFeatures].some((hub) => hub.endsWith('/') && path.startsWith(hub))
  )
}

/** Whether this page is for the operator alone. */
export function isOperatorPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

/**
 * Where the build puts a prerendered page: one for visitors who are not signed in, and one for those
 * who may be.
 */
export function prerenderedFile(address: string, isSignedIn: boolean): string {
  const name = address === '/' ? '/start' : address
  return `/prerendered${name}${isSignedIn ? '.signed-in' : ''}.html`
}

/**
 * Where the build keeps what prerenders its pages, below their directory: a server prerenders them
 * again when its models are not those of the release. Hidden, because it is not served.
 */
export const prerenderDirectory = '.prerender'
