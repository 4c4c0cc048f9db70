import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { kinds } from '#core/models/rules/kinds.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { repository } from '#testing/product.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const readme = await readFile(path.join(repository, 'packages/client/README.md'), 'utf8')
const [setup = '', ...examples] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
)

it('has an example for every kind', () => {
  const shown = examples.map((code) => /generate\(\{\s+kind: '([\w-]+)'/.exec(code)?.[1])
  expect(shown).toEqual(expect.arrayContaining([...kinds]))
})

const titled = examples.map((code) => [/kind: '[\w-]+'/.exec(code)?.[0] ?? 'setup', code] as const)

it.each(titled)('runs as it stands: %s', async (_title, example) => {
  const { account, key } = await testClient(server)
  const directory = await fileDirectory('readme')
  await mkdir(path.join(directory, 'node_modules/@atelier'), { recursive: true })
  const installed = path.join(directory, 'node_modules/@atelier/client')
  await symlink(path.join(repository, 'packages/client'), installed)
  for (const name of ['photo.jpg', 'clip.mp4']) {
    await copyFile(mediaPath(name), path.join(directory, name))
  }
  await copyFile(mediaPath('sound.mp3'), path.join(directory, 'talk.mp3'))
  const own = example.replace(/^import .*AtelierError.*$/m, '')
  const program = setup
    .replace('https://studio.example', url)
    .replace('atl_…', key)
    .replace('{ createClient }', '{ AtelierError, createClient }')
  await writeFile(path.join(directory, 'example.mts'), program + own)
  const before = await readdir(directory)

  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['example.mts'], {
    cwd: directory,
  })
  expect(stderr).toBe('')
  const made = (await readdir(directory)).filter((name) => !before.includes(name))
  const writes = example.includes('writeFile')
  expect(made.length > 0).toBe(writes)
  for (const name of made) {
    expect((await readFile(path.join(directory, name))).length, name).toBeGreaterThan(100)
  }
  if (!writes) expect(stdout.trim()).not.toBe('')
  const { entries } = await readMoney(server.context, account.id)
  const charges = entries.filter(({ reason }) => reason === 'charge')
  expect(charges).toHaveLength(/generate\(/.test(example) && !/catch/.test(example) ? 1 : 0)
})
