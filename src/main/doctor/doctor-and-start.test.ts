import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { testUrl } from '#testing/database/database.ts'
import { readConfig } from '../config.ts'
import { startServer } from '../start-server.ts'
import { checkAll } from './check-all.ts'

const nowhere = 'http://127.0.0.1:9'
const place = await mkdtemp(path.join(tmpdir(), 'atelier-doctor-'))
afterAll(() => rm(place, { recursive: true, force: true }))

const at = (name: string) => path.join(place, name)
await writeFile(at('settings.json'), '{"price_percent": 150, "maintenance": true}')
await writeFile(at('unknown.json'), '{"price_percents": 150}')
await writeFile(at('broken.json'), '{"price_percent": 1')
await mkdir(at('empty'))
await mkdir(at('damaged'))
await writeFile(path.join(at('damaged'), 'model.json'), '{"id": ')

const url = await testUrl()
const bucket = {
  ...{ S3_ENDPOINT: nowhere, S3_BUCKET: 'files' },
  ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
}

/** What an operator may write for each variable, right and wrong; all of it in a demo. */
const values: Record<string, readonly string[]> = {
  ATELIER_ROLE: ['all', 'web', 'worker'],
  SETTINGS_FILE: [at('settings.json'), at('unknown.json'), at('broken.json'), at('none'), place],
  MODELS_DIR: [at('empty'), at('damaged'), at('none'), at('settings.json')],
  DATA_DIR: [at('new'), path.join(at('settings.json'), 'below')],
  DATABASE_URL: [url, 'postgres://nobody@127.0.0.1:9/none'],
  PRICE_OVERRIDES: ['{"flux-dev": 9}', '{"flux-devil": 9}', '{"flux-dev": -1}'],
  ENDPOINT_OVERRIDES: ['{"flux-dev": "fal-ai/other"}', '{"flux-devil": "fal-ai/other"}'],
  DEADLINES: ['{"image": 60}', '{"pictures": 60}'],
  CREDIT_PACKS: ['[]', '{"currency": "usd", "packs": []}'],
  STORAGE: ['local', 's3'],
  SMTP_URL: ['smtp://127.0.0.1:9'],
  MAIL_FROM: ['studio@example.com', 'nobody'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [nowhere],
  MOCK_FAULTS: ['', 'nonsense'],
  PUBLIC_URL: ['http://localhost:3000', 'https://studio.example', 'https://studio.example/art'],
  METRICS_PORT: ['0', '70000'],
  OIDC_ISSUER: [nowhere],
  TRUST_PROXY: ['1', 'yes'],
}

const assignments = Object.entries(values).flatMap(([name, choices]) =>
  choices.map((value) => [name, value] as const),
)

/** At most three variables at a time: the doctor refuses most environments with more. */
const environments = fc
  .uniqueArray(fc.constantFrom(...assignments), { maxLength: 3, selector: ([name]) => name })
  .map((chosen) => Object.fromEntries(chosen))

/** What the doctor finds wrong. */
async function examine(environment: Record<string, string>): Promise<string[]> {
  const wrong: string[] = []
  for await (const { name, state, text } of checkAll(readConfig(environment)))
    if (state === 'wrong') wrong.push(`${name}: ${text}`)
  return wrong
}

async function start(environment: Record<string, string>): Promise<void> {
  const log = pino({ level: 'silent' })
  const { stop } = await startServer(
    readConfig(environment),
    { log, destination: 1 },
    () => undefined,
  )
  await stop()
}

it('passes nothing that does not start', { timeout: 600_000 }, async () => {
  let passed = 0
  await fc.assert(
    fc.asyncProperty(environments, async (chosen) => {
      const own = { DATABASE_URL: url, DATA_DIR: at('data'), PORT: '0', MOCK_SAMPLES: 'off' }
      const isS3 = chosen.STORAGE === 's3'
      const environment = { ...own, ...chosen, ...(isS3 && bucket) }
      try {
        if ((await examine(environment)).length > 0) return
      } catch {
        // A configuration that cannot be read is refused by both in the same words.
        return
      }
      passed += 1
      await expect(start(environment), JSON.stringify(environment)).resolves.toBeUndefined()
    }),
    { numRuns: 16, seed: 32, examples: [[{ MOCK_FAULTS: 'nonsense' }]] },
  )
  expect(passed).toBeGreaterThan(3)
})
