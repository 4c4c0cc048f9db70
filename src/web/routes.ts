import { type Kind, kindFacts, kindOfType, kinds } from '#core/models/rules/kinds.ts'
import {
  type FormPath,
  joinPath,
  type PagePath,
  verifyPath,
} from '#core/pages/page-paths-contract.ts'
import { kindTexts } from './kinds.ts'
import { formPath } from './lib/navigation/creator-paths.ts'
import { m } from './messages/compiled/messages.js'
import { type Page, type PageForm, pageFrom } from './shared/page.ts'

type FormPage = Page & { form: PageForm }

const account = pageFrom(async () => (await import('#web/account/account-page.tsx')).AccountPage)
const admin = pageFrom(async () => (await import('./app/pages/admin-page.tsx')).AdminPage)
const start = pageFrom(async () => (await import('./app/pages/start-page.tsx')).StartPage)
const formPage = pageFrom(async () => (await import('./app/pages/form-page.tsx')).FormPage)
const forward = pageFrom(async () => (await import('./app/pages/forward-page.tsx')).ForwardPage)
const history = pageFrom(
  async () => (await import('./app/pages/history-page.tsx')).HistoryPage,
  async () => (await import('./app/pages/history-page.tsx')).prefetchHistory,
)
const ledger = pageFrom(
  async () => (await import('#web/ledger/ledger-page.tsx')).LedgerPage,
  async () => (await import('#web/ledger/ledger-page.tsx')).prefetchLedger,
)
const keys = pageFrom(
  async () => (await import('#web/account/keys/keys-page.tsx')).KeysPage,
  async () => (await import('#web/account/keys/keys-page.tsx')).prefetchKeys,
)
const pricing = pageFrom(async () => (await import('#web/pricing/pricing-page.tsx')).PricingPage)
const verify = pageFrom(async () => (await import('#web/app/pages/verify-page.tsx')).VerifyPage)
const join = pageFrom(async () => (await import('#web/sign-in/join-page.tsx')).JoinPage)
const notFound = pageFrom(async () => (await import('./app/pages/not-found-page.tsx')).NotFoundPage)

/** Pages of features by their path; one with a slash at its end is for every path below. */
const modules = import.meta.glob<{ pages: Record<string, Page> }>('/src/features/*/web/pages.ts', {
  eager: true,
})
const added: Record<string, Page> = Object.assign(
  {},
  ...Object.values(modules).map(({ pages }) => pages),
)

/** Those for every path below theirs, the nearest first. */
const hubs = Object.entries(added)
  .filter(([hub]) => hub.endsWith('/'))
  .toSorted(([one], [other]) => other.length - one.length)
/** The paths of those that the build prerenders. */
export const addedPrerendered: readonly string[] = Object.keys(added).filter(
  (path) => added[path]?.prerendered !== undefined,
)

/** Every page of the core by its path without a language (docs/spec/creation.md#pages). */
export const routes: Readonly<Record<PagePath, Page> & Record<FormPath, FormPage>> = {
  ...formsOfKinds(),
  ...historiesOfKinds(),
  '/': { ...start, models: 'all' },
  '/creator/ai-image-editor/flux-pro-kontext': editor(
    'flux-pro-kontext',
    m.nav_flux_pro_kontext,
    m.page_flux_pro_kontext,
  ),
  '/creator/ai-image-editor/nano-banana-edit': editor(
    'nano-banana-edit',
    m.nav_nano_banana_edit,
    m.page_nano_banana_edit,
  ),
  '/creator/ai-image-editor/qwen-image-edit': editor(
    'qwen-image-edit',
    m.nav_qwen_image_edit,
    m.page_qwen_image_edit,
  ),
  '/creator/video': form('text-to-video', m.nav_video, m.page_video),
  '/creator/video/first-to-last-frame': form(
    'first-to-last-frame',
    m.nav_first_to_last_frame,
    m.page_first_to_last_frame,
  ),
  '/creator/video/vace': form('vace', m.nav_vace, m.page_vace),
  '/creator/video/video-to-video': form(
    'video-to-video',
    m.nav_video_to_video,
    m.page_video_to_video,
  ),
  '/creator/video/lip-sync': form('lip-sync', m.nav_lip_sync, m.page_lip_sync),
  '/creator/video/text-to-video-pro': form(
    'text-to-video-pro',
    m.nav_text_to_video_pro,
    m.page_text_to_video_pro,
  ),
  '/creator/video/wan-v2-2-5b': form('wan-v2-2-5b', m.nav_wan_5b, m.page_wan_5b),
  '/creator/video/wan-v2-2-a14b': form('wan-v2-2-a14b', m.nav_wan_a14b, m.page_wan_a14b),
  '/creator/image-to-video/image-to-video': form(
    'image-to-video',
    m.nav_image_to_video,
    m.page_image_to_video,
  ),
  '/creator/image-to-video/image-to-video-pro': form(
    'image-to-video-pro',
    m.nav_image_to_video_pro,
    m.page_image_to_video_pro,
  ),
  '/creator/image': form('text-to-image', m.nav_image, m.page_image),
  '/creator/image/image-to-image': form(
    'image-to-image',
    m.nav_image_to_image,
    m.page_image_to_image,
  ),
  '/creator/text-to-3d': form('text-to-3d', m.nav_text_to_3d, m.page_text_to_3d),
  '/creator/audio-to-audio': form('audio-to-audio', m.nav_audio_to_audio, m.page_audio_to_audio),
  '/creator/image-understanding/history': {
    ...history,
    title: m.nav_image_understanding_history,
    models: 'image-understanding',
  },
  '/creator/history': { ...history, title: m.history_records },
  '/creator/image-editing': { ...forward, title: m.nav_image_editor },
  '/creator/image-generation': { ...forward, title: m.nav_image },
  '/creator/video-generation': { ...forward, title: m.nav_video },
  '/pricing': {
    ...{ ...pricing, title: m.pricing_title, freeTitle: m.pricing_free_title, models: 'all' },
  },
  [verifyPath]: { ...verify, title: m.provenance_title, description: m.provenance_text },
  '/account': { ...account, title: m.app_account },
  '/account/credits': { ...ledger, title: m.credits_title },
  '/account/keys': { ...keys, title: m.keys_title, models: 'all' },
  [joinPath]: { ...join, title: m.app_sign_in },
  // Only the operator sees its name.
  '/admin': admin,
}

const pages: ReadonlyMap<string, Page> = new Map(Object.entries({ ...routes, ...added }))

/** `/dev/create/…` is for development builds alone (docs/spec/creation.md#pages). */
const inDevelopment = import.meta.env.DEV || import.meta.env.MODE === 'development'

/** The page at a path without a language; the not-found page for an unknown path. */
export function pageAt(path: string, isDevelopment: boolean = inDevelopment): Page {
  const found = pages.get(isDevelopment ? creatorPathOf(path) : path)
  if (found) return found
  const above = hubs.find(([hub]) => path.startsWith(hub))
  if (above) return above[1]
  // The hub handles every path below it (docs/spec/history.md#pages).
  if (path.startsWith('/creator/history/')) return { ...history, title: m.history_records }
  if (path.startsWith('/admin/')) return admin
  return { ...notFound, title: m.app_not_found_title }
}

/**
 * The creator page for a path of a development build: `/dev/create/image/…` and
 * `/dev/create/video/…` are the forms of those types (docs/spec/creation.md#pages). Any other path
 * is itself.
 */
export function creatorPathOf(path: string): string {
  const [, medium, generationType] = /^\/dev\/create\/(image|video)(?:\/([^/]+))?$/.exec(path) ?? []
  if (!medium) return path
  const meant = generationType ? formPath({ generationType }) : `/creator/${medium}`
  const isOfMedium = sections[medium]?.some((section) => `${meant}/`.startsWith(`${section}/`))
  return isOfMedium && pages.get(meant)?.form ? meant : path
}

const sections: Readonly<Record<string, readonly string[]>> = {
  image: ['/creator/image'],
  video: ['/creator/video', '/creator/image-to-video'],
}

type KindFormPath = (typeof kindFacts)[Kind]['formPath']

/** The first form of each kind. */
function formsOfKinds(): Record<KindFormPath, FormPage> {
  const pages = kinds.map((kind) => {
    const { generationType, formPath: path } = kindFacts[kind]
    const { title, description } = kindTexts[kind].form
    return [path, form(generationType, title, description)] as const
  })
  return Object.fromEntries(pages) as Record<KindFormPath, FormPage>
}

function historiesOfKinds(): Record<`/creator/history/${Kind}`, Page> {
  const pages = kinds.map((kind) => {
    const page: Page = { ...history, title: kindTexts[kind].records, models: kind }
    return [`/creator/history/${kind}`, page] as const
  })
  return Object.fromEntries(pages) as Record<`/creator/history/${Kind}`, Page>
}

function form(generationType: string, title: () => string, description: () => string): FormPage {
  return formOf({ generationType }, title, description)
}

function editor(model: string, title: () => string, description: () => string): FormPage {
  return formOf({ generationType: 'image-editing', model }, title, description)
}

function formOf(form: PageForm, title: () => string, description: () => string): FormPage {
  return { ...formPage, title, description, form, models: kindOfType(form.generationType) ?? 'all' }
}
