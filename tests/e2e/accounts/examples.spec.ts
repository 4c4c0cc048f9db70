import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, type Text, test } from '../product.ts'

const run = promisify(execFile)
/** What this test run wants of its own programs is nothing to the examples. */
const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8' }
const repository = path.join(import.meta.dirname, '../../..')

/**
 * How a program is run that was pasted: into a terminal, or into a file beside which its library is
 * installed.
 */
const languages = [
  {
    name: 'curl',
    reader: 'zh',
    needs: 'bash and curl',
    probe: ['bash', '-c', 'curl --version'],
    file: 'example.sh',
    command: 'bash',
  },
  // The file lies below this repository, where the libraries are installed.
  {
    name: 'TypeScript',
    reader: 'en',
    needs: 'Node',
    probe: ['node', '--version'],
    file: 'example.mts',
    command: process.execPath,
  },
  {
    name: 'fal',
    reader: 'zh',
    needs: 'Node',
    probe: ['node', '--version'],
    file: 'example.mts',
    command: process.execPath,
  },
  {
    name: 'OpenAI',
    reader: 'en',
    needs: 'Node',
    probe: ['node', '--version'],
    file: 'example.mts',
    command: process.execPath,
    tasks: ['examples_image', 'examples_edit', 'examples_video', 'nav_text_to_speech'],
  },
  {
    name: 'Gemini',
    reader: 'zh',
    needs: 'Node',
    probe: ['node', '--version'],
    file: 'example.mts',
    command: process.execPath,
    tasks: ['examples_image', 'examples_edit', 'examples_question'],
  },
  {
    name: 'Replicate',
    reader: 'en',
    needs: 'Node',
    probe: ['node', '--version'],
    file: 'example.mts',
    command: process.execPath,
    tasks: [
      'examples_image',
      'examples_edit',
      'examples_video',
      'nav_text_to_speech',
      'nav_text_to_music',
      'examples_question',
    ],
  },
  {
    name: 'Python',
    reader: 'zh',
    needs: 'Python 3 with requests',
    probe: ['python3', '-c', 'import requests'],
    file: 'example.py',
    command: 'python3',
  },
] as const

/** What each task must have left behind: a file of this kind, or words. */
const results = {
  examples_image: 'ffd8ff',
  examples_edit: 'ffd8ff',
  examples_video: '66747970',
  examples_audio: '52494646',
  nav_text_to_speech: '52494646',
  nav_text_to_music: '52494646',
  examples_question: 'words',
} as const

type TaskKey = keyof typeof results

for (const language of languages) {
  const { name, reader, needs, probe, file, command } = language
  const all = Object.keys(results) as TaskKey[]
  const tasks: readonly TaskKey[] = 'tasks' in language ? language.tasks : all
  test.describe(`${name}, for a reader of ${reader}`, () => {
    test.use({ language: reader })
    test(`every example in ${name} runs as the page shows it, with the key that was just made`, async ({
      page,
      text,
      enter,
      context,
    }) => {
      test.skip(
        !process.env.REQUIRE_EXAMPLES && !isThere(probe),
        `NOT TRIED: this machine lacks ${needs}`,
      )
      test.slow()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await enter('/account/keys', { credits: 2000 })
      await page.getByLabel(text('keys_name'), { exact: true }).fill('Examples')
      await page.getByRole('button', { name: text('keys_make'), exact: true }).click()
      await expect(page.getByText(text('examples_with_key'))).toBeVisible()

      const place = await mkdtemp(path.join(repository, 'dist/examples-'))
      for (const task of tasks) {
        const directory = path.join(place, task)
        await mkdir(directory, { recursive: true })
        await writeFile(path.join(directory, file), await shownCode(page, text, { task, name }))
        if (file === 'example.mts') await expectTypes(path.join(directory, file))
        const { stdout, stderr } = await run(command, [file], {
          cwd: directory,
          env,
          timeout: 120_000,
        })
        expect(stderr).toBe('')
        await expectResult(directory, stdout, { task, file })
      }
      await rm(place, { recursive: true })
      for (const task of all) {
        await page.getByRole('radio', { name: text(task) }).check({ force: true })
        const radio = page.getByRole('radio', { name, exact: true })
        await expect(radio).toHaveCount(tasks.includes(task) ? 1 : 0)
      }
    })
  })
}

/** The program itself, as it stands on the page and as its button copies it. */
async function shownCode(
  page: Page,
  text: Text,
  { task, name }: { task: TaskKey; name: string },
): Promise<string> {
  await page.getByRole('radio', { name: text(task) }).check({ force: true })
  await page.getByRole('radio', { name, exact: true }).check({ force: true })
  const block = page.getByRole('region', {
    name: text('examples_code', { task: text(task), language: name }),
  })
  await page
    .getByRole('button', { name: text('account_copy'), exact: true })
    .first()
    .click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(await block.locator('code').textContent()).toBe(copied)
  return copied
}

/** The example is TypeScript that compiles strictly against the library's own types. */
async function expectTypes(file: string): Promise<void> {
  const options = [
    '--noEmit',
    // In this repository the client is the source that is published as JavaScript.
    '--allowImportingTsExtensions',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--types',
    'node',
  ]
  const tool = path.join(repository, 'node_modules/typescript/bin/tsc')
  const checked = await run(process.execPath, [tool, '--ignoreConfig', ...options, file]).catch(
    (error) => error,
  )
  expect(checked.stdout).toBe('')
}

async function expectResult(
  directory: string,
  printed: string,
  { task, file }: { task: TaskKey; file: string },
): Promise<void> {
  const made = (await readdir(directory)).filter((name) => name.startsWith('result'))
  if (results[task] === 'words') {
    expect(printed.trim().length).toBeGreaterThan(20)
    expect(made).toEqual([])
    return
  }
  expect(printed, file).toContain(made[0])
  const bytes = await readFile(path.join(directory, made[0] ?? ''))
  expect(bytes.length).toBeGreaterThan(1_000)
  expect(bytes.subarray(0, 12).toString('hex')).toContain(results[task])
}

function isThere([program, ...args]: readonly [string, ...string[]]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
