import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { Environment, readConfig } from '#main/config.ts'
import { repository } from '#testing/product.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const deploy = path.join(repository, 'deploy')
const read = (name: string) => readFile(path.join(deploy, name), 'utf8')

/** Beside the product's own: where its file is, and what Node's packages read. */
const known = [...Object.keys(Environment.shape), 'ENV_FILE', 'NODE_ENV']

type Service = { environment?: Record<string, string>; command?: string[] }

const compose = parse(await read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}

it('sets only variables that the product knows', async () => {
  const units = await Promise.all(
    ['web@', 'worker@', 'migrate'].map((name) => read(`systemd/atelier-${name}.service`)),
  )
  const inUnits = units.flatMap((text) => [...text.matchAll(/^Environment=(.*)$/gm)])
  const images = [...(await read('Dockerfile')).matchAll(/^ENV (.*)$/gm)]
  const assignments = [...inUnits, ...images].flatMap(([, line = '']) => line.split(' '))
  const ofCompose = ['web-1', 'web-2', 'worker-1', 'worker-2', 'migrate', 'bucket'].flatMap(
    (name) => Object.keys(compose.services[name]?.environment ?? {}),
  )
  const names = [
    ...assignments.map((assignment) => assignment.split('=')[0] ?? ''),
    ...ofCompose,
    ...Object.keys(parseEnv(await read('studio.env.example'))),
    ...Object.keys(parseEnv(await read('systemd/atelier.env.example'))),
  ]
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

it('makes secrets once with which each process of the compose file starts', async () => {
  const directory = await createTemporaryDirectory('secrets')
  onTestFinished(() => removeTemporaryDirectory(directory))
  const files = ['atelier/atelier.env', 'database/password', 'store/s3.json']
  const create = async () => {
    const script = path.join(deploy, 'compose/create-secrets.mjs')
    execFileSync(process.execPath, [script, directory])
    return Promise.all(files.map((name) => readFile(path.join(directory, name), 'utf8')))
  }
  const [environment = '', password = '', store = ''] = await create()
  expect(await create()).toEqual([environment, password, store])
  const secrets = parseEnv(environment)
  expect(secrets.DATABASE_URL).toContain(`:${password}@database:`)
  expect(JSON.parse(store).identities[0].credentials).toEqual([
    { accessKey: secrets.S3_ACCESS_KEY_ID, secretKey: secrets.S3_SECRET_ACCESS_KEY },
  ])
  const studio = {
    PUBLIC_URL: 'https://studio.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    ADMIN_EMAILS: 'ada@example.com',
    FAL_KEY: 'key',
  }
  expect(new Set(Object.keys(parseEnv(await read('studio.env.example'))))).toEqual(
    new Set(Object.keys(studio)),
  )
  for (const [name, role] of [
    ...(['web-1', 'web-2'] as const).map((each) => [each, 'web']),
    ...(['worker-1', 'worker-2'] as const).map((each) => [each, 'worker']),
  ]) {
    const own = compose.services[name ?? '']?.environment
    const config = readConfig({ ...secrets, ...studio, ...own })
    expect(config).toMatchObject({ ATELIER_ROLE: role, s3: { bucket: 'atelier' } })
  }
})

it('runs in each container what the image has', async () => {
  const commands = Object.values(compose.services).flatMap(({ command }) => command ?? [])
  const files = commands.filter((word) => word.startsWith('deploy/'))
  expect(files.length).toBe(2)
  for (const file of files) await readFile(path.join(repository, file))
})
