import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { serveApp } from '#testing/fal-client.ts'
import { installPackedClient } from '#testing/packed-client.ts'
import { repository } from '#testing/product.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { testClient, testServer } from '#testing/server.ts'

const run = promisify(execFile)
const { project, installed, files, remove } = await installPackedClient()
afterFile(remove)

it('contains JavaScript with its types, a licence and a description, and nothing else', async () => {
  const modules = ['client', 'errors', 'events', 'http', 'input-files', 'node', 'api-types']
  const built = modules.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`])
  expect(files).toEqual(['LICENSE', 'README.md', 'package.json', ...built].toSorted())
  const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@atelier/client', type: 'module', sideEffects: false })
  for (const name of ['dependencies', 'devDependencies', 'scripts', 'private'])
    expect(manifest).not.toHaveProperty(name)
  const named = Object.values<object>(manifest.exports).flatMap((entry) => Object.values(entry))
  expect(named).toHaveLength(4)
  expect(files.map((name) => `./${name}`)).toEqual(expect.arrayContaining(named))
  const texts = await Promise.all(built.map((name) => readFile(path.join(installed, name), 'utf8')))
  for (const text of texts) expect(text).not.toMatch(/['"]\.\.?\/[^'"\n]+\.ts['"]/)
})

it('generates from a project that installed it', async () => {
  const server = await testServer({ media: 'plain', delayMs: 50 })
  const { key } = await testClient(server)
  const program = `
    import { AtelierError, createClient } from '@atelier/client'
    import { fileFromPath } from '@atelier/client/node'
    const [, , baseUrl, apiKey, photo] = process.argv
    const client = createClient({ baseUrl, apiKey })
    const image_url = await fileFromPath(photo)
    const input = { prompt: 'make it night', image_url }
    const result = await client.generate({ kind: 'image-editing', model: 'nano-banana-edit', input })
    console.log((await result.files[0].blob()).size === result.files[0].bytes)
    const fox = { kind: 'image', model: 'flux-dev', input: { prompt: 'a fox' }, maxCredits: 1 }
    await client.start(fox).catch((error) => console.log(error instanceof AtelierError, error.code))
  `
  await writeFile(path.join(project, 'program.js'), program)
  const args = ['program.js', await serveApp(server), key, mediaPath('photo.jpg')]
  const { stdout, stderr } = await run(process.execPath, args, { cwd: project })
  expect([stdout, stderr]).toEqual(['true\ntrue above_max_credits\n', ''])
})

it('types the calls of a project that installed it', async () => {
  const program = `
    import { createClient, type Generation, type Result } from '@atelier/client'
    const client = createClient({ baseUrl: 'https://studio.example', apiKey: 'atl_x' })
    export const result: Promise<Result> = client.generate({
      kind: 'image',
      input: { prompt: 'a fox', image_url: new Blob([]) },
      onProgress: ({ progress }: Generation) => void progress?.toFixed(),
    })
    // @ts-expect-error There is no such kind.
    void client.generate({ kind: 'poem', input: {} })
    // @ts-expect-error It is a number.
    void client.start({ kind: 'image', input: {}, maxCredits: '5' })
    // @ts-expect-error There is no such property.
    void result.then(({ pictures }) => pictures)
  `
  await writeFile(path.join(project, 'program.ts'), program)
  const tsc = path.join(repository, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2024,dom']
  const types = ['--types', '', 'program.ts']
  const checked = run(process.execPath, [tsc, ...options, ...types], { cwd: project })
  expect(
    await checked.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    ),
  ).toBe('')
})
