import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Emulator, startEmulator } from '@atelier/fal-emulator'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventTypes } from '#providers/payments/read-message.ts'
import { testUrl } from '#testing/database/database.ts'
import { hasFfmpeg } from '#testing/ffmpeg.ts'
import { commandLine } from '#testing/in-process.ts'
import { startIssuer } from '#testing/issuer.ts'
import { otlpCollector } from '#testing/otlp-collector.ts'
import { serveStripe } from '#testing/stubs.ts'
import { ConfigError, readConfig } from '../config.ts'
import { startServer } from '../start-server.ts'

const publicUrl = 'https://studio.example'
const webhook = `${publicUrl}/api/payments/webhook`

let emulator: Emulator
let issuer: string
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'atelier-doctor-'))
  emulator = await startEmulator({ dataDir: directory, durable: false, media: 'plain' })
  issuer = (
    await startIssuer(() => ({ sub: 'ada' }), { redirectUris: [`${publicUrl}/api/auth/callback`] })
  ).issuer
})
afterAll(async () => {
  await emulator.stop()
  await rm(directory, { recursive: true, force: true })
})

/**
 * Runs the doctor on a production configuration whose services all answer, on real HTTP.
 */
async function examine(change: (stripeUrl: string) => Record<string, string> = () => ({})) {
  const key = 'sk_test_right'
  const stripe = await serveStripe({
    key,
    endpoints: [{ url: webhook, enabled_events: eventTypes }],
  })
  const atelier = await commandLine({
    ...{
      ATELIER_MODE: 'production',
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '1',
      SESSION_SECRET: 'x'.repeat(32),
    },
    ...{ GOOGLE_CLIENT_ID: 'atelier', GOOGLE_CLIENT_SECRET: 'secret', OIDC_ISSUER: issuer },
    ...{
      FAL_KEY: 'id:secret',
      FAL_USER_ID: 'us',
      FAL_QUEUE_URL: emulator.url,
      FAL_REST_URL: emulator.url,
    },
    ...{ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_right', STRIPE_API_URL: stripe },
    ...change(stripe),
  })
  return atelier('doctor')
}

/** The result of each check, `ok`, `note`, `-` or `FAIL`, in the order of the lines. */
function marksIn(output: string) {
  return [...output.matchAll(/^(\S+) +(configuration|clock outside|\S+)/gm)].map(
    ([, mark, name]) => `${name} ${mark}`,
  )
}

describe('the doctor', () => {
  it('passes when all services answer', async () => {
    const { code, output, said } = await examine()
    expect(marksIn(output)).toEqual([
      'configuration ok',
      'address ok',
      'database ok',
      'migrations ok',
      'models ok',
      'clock ok',
      'storage ok',
      hasFfmpeg ? 'ffmpeg ok' : 'ffmpeg note',
      'provider ok',
      'webhooks ok',
      'sign-in ok',
      'clock outside ok',
      'payments ok',
      'mail -',
      'provenance -',
    ])
    expect({ code, said }).toEqual({ code: 0, said: '' })
  })

  it('passes for a demo', async () => {
    const { code, output } = await (await commandLine())('doctor')
    expect(marksIn(output).filter((mark) => mark.endsWith(' -'))).toEqual([
      'address -',
      'provider -',
      'sign-in -',
      'payments -',
      'mail -',
      'provenance -',
    ])
    expect(output).not.toContain('FAIL')
    expect(code).toBe(0)
  })

  it.each([
    [{ SETTINGS_FILE: '/nowhere/settings.json' }, 'settings', /SETTINGS_FILE: ENOENT/],
    [{ MODELS_DIR: '/nowhere/models' }, 'definitions', /MODELS_DIR: ENOENT/],
    [{ PRICE_OVERRIDES: '{"flux-schnel": 9}' }, 'models', /did you mean “flux-schnell”/],
  ])('fails where the studio does not start: %o', async (environment, name, text) => {
    const { code, output } = await examine(() => environment as Record<string, string>)
    expect(marksIn(output).filter((mark) => mark.endsWith('FAIL'))).toEqual([`${name} FAIL`])
    expect(output).toMatch(text)
    expect(code).toBe(1)
    const own = { DATABASE_URL: await testUrl(), DATA_DIR: directory, PORT: '0' }
    const config = readConfig({ ...own, MOCK_SAMPLES: 'off', ...environment })
    const log = pino({ level: 'silent' })
    const started = startServer(config, { log, destination: 1 }, () => undefined)
    await expect(started).rejects.toThrow(ConfigError)
    await expect(started).rejects.toThrow(text)
  })

  it('fails where no collector of spans answers', async () => {
    const examineTraces = (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
      examine(() => ({ OTEL_EXPORTER_OTLP_ENDPOINT }))
    const { code, output } = await examineTraces('http://127.0.0.1:9')
    expect(marksIn(output)).toContain('traces FAIL')
    expect(code).toBe(1)
    const { url } = await otlpCollector()
    expect(marksIn((await examineTraces(url)).output)).toContain('traces ok')
  })

  it('prints JSON where asked', async () => {
    const { code, output } = await (await commandLine())('doctor --json')
    const lines = output.trim().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'configuration', state: 'right' })
    expect(lines.every((line) => typeof JSON.parse(line).text === 'string')).toBe(true)
    expect(code).toBe(0)
  })

  it('notes a missing ffmpeg', async () => {
    const before = process.env.PATH
    process.env.PATH = '/nowhere'
    const { code, output } = await examine().finally(() => {
      process.env.PATH = before
    })
    expect(marksIn(output)).toContain('ffmpeg note')
    expect(code).toBe(0)
  })

  it('exits with 1 for one failure, and counts failures', async () => {
    const { code, output, said } = await examine(() => ({ STRIPE_SECRET_KEY: 'sk_test_wrong' }))
    expect(marksIn(output).filter((mark) => mark.endsWith('FAIL'))).toEqual(['payments FAIL'])
    expect(said).toBe('\n1 of these must be mended.\n')
    expect(code).toBe(1)
  })

  it('reports each failure, and continues with the other checks', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const { code, output } = await examine(() => ({
      ...{
        FAL_QUEUE_URL: nowhere,
        FAL_REST_URL: nowhere,
        OIDC_ISSUER: nowhere,
        STRIPE_API_URL: nowhere,
      },
      ...{ DATA_DIR: '/dev/null/nowhere', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      PUBLIC_URL: 'http://studio.example',
    }))
    const failed = marksIn(output).filter((mark) => mark.endsWith('FAIL'))
    const expected = [
      'address',
      'database',
      'storage',
      'provider',
      'webhooks',
      'sign-in',
      'payments',
    ]
    expect(failed).toEqual(expected.map((name) => `${name} FAIL`))
    expect(code).toBe(1)
  })

  it('reports what the configuration lacks', async () => {
    const { code, output, said } = await examine(() => ({ FAL_KEY: '', PORT: 'many' }))
    expect({ code, output }).toEqual({ code: 1, output: 'FAIL  configuration\n' })
    expect(said).toContain('PORT: ')
    const misspelled = await examine(() => ({
      S3_ACCESS_KEY: 'x',
      ADMIN_EMAILS: 'ada',
    }))
    expect({ ...misspelled, said: '' }).toEqual({
      code: 1,
      output: 'FAIL  configuration\n',
      said: '',
    })
    expect(misspelled.said).toMatch(/S3_ACCESS_KEY: is unknown.*\n.*ADMIN_EMAILS: /)
    expect((await examine(() => ({ FAL_KEY: '' }))).said).toContain('FAL_KEY: is missing')
  })
})
