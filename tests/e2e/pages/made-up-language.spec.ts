import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { languageFacts } from '#platform/languages/languages.ts'
import { createProduct } from '#testing/product.ts'
import {
  buildCopy,
  changedInCopy,
  copyRepository,
  replaceInCopy,
  runInCopy,
} from '#testing/repository-copy.ts'
import { removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { test as base, expect } from '../product.ts'

/** The whole of what a developer writes: a line for the language … */
const line = "  xx: { tag: 'xx', name: 'Made Up', isReviewed: false },\n"

/** … and its message files: here the English texts, marked. */
function marked(message: unknown): unknown {
  if (typeof message === 'string') return `Xx ${message}`
  const variants = message as { match: Record<string, string> }[]
  return variants.map((variant) => ({
    ...variant,
    match: Object.fromEntries(
      Object.entries(variant.match).map(([name, text]) => [name, `Xx ${text}`]),
    ),
  }))
}

async function copyWithLanguage(): Promise<{ root: string; written: string[] }> {
  const root = await copyRepository()
  const end = '} as const satisfies Record<string, LanguageFacts>'
  await replaceInCopy(root, 'src/platform/languages/languages.ts', [end, line + end])
  const written = ['src/platform/languages/languages.ts']
  for (const file of globSync('src/{web,core/texts,features/*}/messages/*.en.json', {
    cwd: root,
  })) {
    const english = JSON.parse(await readFile(path.join(root, file), 'utf8'))
    const texts = Object.entries(english).map(([key, message]) => [key, marked(message)])
    const own = file.replace('.en.json', '.xx.json')
    await writeFile(path.join(root, own), JSON.stringify(Object.fromEntries(texts)))
    written.push(own)
  }
  return { root, written }
}

type Installation = { url: string; product: Awaited<ReturnType<typeof createProduct>> }

const test = base.extend<
  object,
  { copy: { root: string; written: string[] }; installation: Installation }
>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces.
    async ({}, use) => {
      const copy = await copyWithLanguage()
      buildCopy(copy.root)
      await use(copy)
      await removeTemporaryDirectory(copy.root)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  installation: [
    async ({ copy, environment }, use) => {
      const product = await createProduct(environment, copy.root)
      const { url, stop } = await product.start()
      await use({ url, product })
      await stop()
      await product.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// One copy, built once, for all.
test.describe.configure({ mode: 'serial' })

test('a made-up language is one line and its message files: types and messages agree', async ({
  copy: { root, written },
}) => {
  // The build lists the language for the messages' compiler.
  const listed = 'src/web/messages/project.inlang/settings.json'
  expect(await changedInCopy(root)).toEqual([...written, listed].sort())
  expect(written.filter((file) => !file.endsWith('.xx.json'))).toEqual([
    'src/platform/languages/languages.ts',
  ])
  runInCopy(root, 'node_modules/typescript/bin/tsc', '-b')
  runInCopy(root, 'scripts/check-messages.mjs')
})

test('its pages, its errors and its account settings follow', async ({
  page,
  installation,
  text,
  enter,
}) => {
  const inLanguage = { 'accept-language': 'xx, en;q=0.5' }
  const refused = await page.request.get(`${installation.url}/api/account`, { headers: inLanguage })
  expect(await refused.json()).toMatchObject({ error: 'Xx Unauthorized', code: 'unauthorized' })

  await page.goto(`${installation.url}/xx`)
  await expect(page.locator('html[lang=xx]')).toBeVisible()
  await expect(page.getByRole('link', { name: `Xx ${text('app_skip_to_content')}` })).toBeAttached()
  await page.getByRole('button', { name: `Xx ${text('account_language')}` }).click()
  const offered = page.getByRole('dialog', { name: `Xx ${text('account_language')}` })
  await expect(offered.getByRole('link')).toHaveText([
    ...Object.values(languageFacts).map(({ name }) => name),
    'Made Up',
  ])
  await expect(offered.getByRole('link', { name: '中文' })).toHaveAttribute('href', '/zh')

  // Drawn beforehand, and alive.
  const form = '/xx/creator/image/text-to-image'
  expect(await (await page.request.get(installation.url + form)).text()).toContain(
    `Xx ${text('field_prompt')}`,
  )
  await enter('/account')
  await page
    .getByRole('navigation', { name: text('account_language') })
    .getByRole('link', { name: 'Made Up' })
    .click()
  await expect(page).toHaveURL(`${installation.url}/xx/account`)
  await expect(
    page.getByRole('heading', { name: `Xx ${text('account_preferences')}` }),
  ).toBeVisible()
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`${installation.url}/api/account`)).json()).language,
    )
    .toBe('xx')
})
