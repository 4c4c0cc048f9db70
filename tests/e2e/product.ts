import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { makeAccount } from '#core/accounts/change-credits.ts'
import { contributions } from '#features/contributions.ts'
import { type Language, languages, pathIn } from '#platform/languages/languages.ts'
import { createProduct, databaseOf, type Product } from '#testing/product.ts'
import { environments } from './environments.ts'

export type Locale = Language

type Installation = { url: string; product: Product }

/** A message of the product in the test's language, its placeholders filled in. */
export type Text = (key: string, values?: Record<string, string | number>) => string

type Fixtures = {
  /** A page in a context of its own would go on working, and slow down each later test. */
  closesContexts: undefined
  language: Locale
  text: Text
  /** Opens a path of the product in the test's language. */
  open: (path: string) => Promise<void>
  /** Makes an account and answers its e-mail. */
  account: (options?: { credits?: number; paid?: boolean }) => Promise<string>
  /** Signs in through the account chooser, as a person does. */
  signIn: (email: string) => Promise<void>
  /**
   * Opens a path as the holder of a new account, and answers its e-mail. The account chooser is sent
   * its form without being shown, which would take longer than many a test.
   */
  enter: (path: string, options?: { credits?: number; paid?: boolean }) => Promise<string>
}

/**
 * Every test file runs against the real product, one a worker; a page that logs an error fails its
 * test.
 */
export const test = base.extend<
  Fixtures,
  { environment: Readonly<Record<string, string>>; installation: Installation }
>({
  environment: [environments.usual, { option: true, scope: 'worker' }],

  installation: [
    async ({ environment }, use) => {
      const product = await createProduct(environment)
      const { url, stop } = await product.start()
      await use({ url, product })
      await stop()
      await product.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  language: ['en', { option: true }],

  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],

  page: async ({ page }, use, testInfo) => {
    const errors: string[] = []
    const requests: string[] = []
    const note = (request: Request, end: string | number) =>
      requests.push(`${request.method()} ${request.url()} ${end}`)
    page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'))
    page.on('response', (response) => note(response.request(), response.status()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      // An answer the product expects (401 before sign-in, a refusal) is logged by the browser all
      // the same.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    await use(page)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('requests', { body: requests.slice(-40).join('\n') })
    expect(errors).toEqual([])
  },

  text: async ({ language }, use) => {
    await use((key, values = {}) =>
      fill(formOf(messages[language]?.[key], values, language) ?? `no message ${key}`, values),
    )
  },

  open: async ({ page, installation, language, javaScriptEnabled }, use) => {
    await use(async (address) => {
      await page.goto(`${installation.url}${pathIn(address, language)}`)
      if (javaScriptEnabled) await waitForHydration(page)
    })
  },

  account: async ({ installation }, use) => {
    await use(async ({ credits = 500, paid = true } = {}) => {
      const email = `${Math.random().toString(36).slice(2)}@example.com`
      const database = await databaseOf(installation.product)
      const act = { actor: 'test', reason: 'a test' }
      await makeAccount({ database, contributions }, act, { email, name: null, credits, paid })
      await database.destroy()
      return email
    })
  },

  signIn: async ({ page }, use) => {
    await use(async (email) => {
      await page.getByRole('textbox').fill(email)
      await page.keyboard.press('Enter')
      await page.waitForURL(
        (url) => !url.pathname.startsWith('/demo/') && !url.pathname.startsWith('/api/'),
      )
      await waitForHydration(page)
    })
  },

  enter: async ({ page, installation, language, account }, use) => {
    await use(async (address, options) => {
      const email = await account(options)
      const way = new URLSearchParams({ return_to: pathIn(address, language) })
      const chooser = await page.request.get(`${installation.url}/api/auth/sign-in?${way}`)
      const signedIn = await page.request.post(chooser.url(), { form: { email } })
      await page.goto(signedIn.url())
      await waitForHydration(page)
      return email
    })
  },
})

/**
 * Ends the session of the page's browser and removes its cookies. Without the first, an answer on
 * its way, which sets the cookie again, would bring the session back.
 */
export async function forgetSession(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  const ended = await page.request.post(`${origin}/api/auth/sign-out`, { headers: { origin } })
  expect(ended.ok()).toBe(true)
  await page.context().clearCookies()
}

/**
 * A form is there before its code, which on a phone comes with the first touch. What a test does
 * and a person cannot, as naming a file, would go nowhere.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('touchstart')))
  await page.locator('#app[data-static]').waitFor({ state: 'detached', timeout: 60_000 })
}

export { databaseOf, expect }

/** Waits until no animation runs: what is measured during one is no longer true after it. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}

/** Measures while nothing moves: a toast that comes or goes meanwhile makes it measure again. */
async function measureAtRest<Found>(page: Page, measure: () => Promise<Found>): Promise<Found> {
  await waitForAnimations(page)
  const motion = await page.evaluateHandle(() => {
    const motion = { began: false }
    const note = () => Object.assign(motion, { began: true })
    for (const start of ['transitionrun', 'animationstart'])
      document.addEventListener(start, note, { once: true })
    return motion
  })
  const found = await measure()
  return (await motion.evaluate(({ began }) => began)) ? measureAtRest(page, measure) : found
}

const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Runs axe in the page itself: the builder would load it again for each check, and put the results
 * together in a second page, which only frames need.
 */
async function runAxe(page: Page) {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'] })
    .withTags(accessibilityTags)
    .setLegacyMode()
    .analyze()
}

/** Waits for the page's heading, then expects no violations of axe (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const { violations } = await measureAtRest(page, () => runAxe(page))
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([])
}

/** The sizes at which everything must work. */
export const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** A message, or one for each form of its plural. */
type Message = string | [{ match: Record<string, string> }]

function readMessages(locale: Locale): Record<string, Message> {
  const folder = path.join(import.meta.dirname, '../../src')
  const pages = '{web/messages/*,features/*/messages/pages}'
  const all = globSync(`${pages}.${locale}.json`, { cwd: folder }).map(
    (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, Message>,
  )
  return Object.assign({}, ...all)
}

/** Of a message with plurals, the one for `count`; without a count the one for one. */
function formOf(
  message: Message | undefined,
  { count = 1 }: Record<string, string | number>,
  locale: Locale,
) {
  if (message === undefined || typeof message === 'string') return message
  const [{ match }] = message
  return (
    match[`countPlural=${new Intl.PluralRules(locale).select(Number(count))}`] ??
    Object.values(match)[0]
  )
}

const messages = Object.fromEntries(languages.map((language) => [language, readMessages(language)]))

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`))
}
