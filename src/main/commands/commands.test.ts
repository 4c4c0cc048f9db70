import { describe, expect, it, onTestFinished } from 'vitest'
import { createProduct } from '#testing/product.ts'

/** A command line on an empty studio of the test's own. */
async function commandLine(environment: Record<string, string> = {}) {
  const product = await createProduct(environment)
  onTestFinished(product.remove)
  return (line: string, ...rest: string[]) => product.atelier(...line.split(' '), ...rest)
}

const email = 'ada@example.com'

describe('the operator’s command line', { timeout: 300_000 }, () => {
  it('makes an account, changes it, and tells what was done to it', async () => {
    const atelier = await commandLine()
    const made = await atelier(`account create --email ${email} --credits 50 --paid --key`)
    expect(made.code).toBe(0)
    expect(JSON.parse(made.output)).toMatchObject({
      email,
      credits: 50,
      has_ever_paid: true,
      api_key: expect.stringMatching(/^atl_/),
    })
    expect(await atelier(`account create --email ${email}`)).toMatchObject({ code: 1 })
    expect(await atelier(`account take --email ${email} --credits 60 --reason spam`)).toMatchObject({ code: 1 })
    expect(await atelier(`account take --email ${email} --credits 20 --reason spam`)).toMatchObject({ code: 0 })
    expect(await atelier(`account suspend --email ${email} --reason spam`)).toMatchObject({ code: 0 })
    const { output } = await atelier(`account show --email ${email}`)
    expect(JSON.parse(output)).toMatchObject({
      ...{ credits: 30, suspended_at: expect.any(String), keys: [{ scopes: ['read', 'create'] }] },
      acts: [
        { act: 'account.suspend', reason: 'spam', actor: expect.stringMatching(/^command line/) },
        { act: 'account.take', details: { credits: 20 } },
        { act: 'account.create' },
      ],
    })
    expect(await atelier('ledger verify')).toMatchObject({ code: 0, output: expect.stringContaining('1 accounts') })
  })

  it('says how it is used, and exits with 2 when it was not understood', async () => {
    const atelier = await commandLine()
    const help = await atelier('--help')
    expect(help.code).toBe(0)
    for (const noun of ['account', 'generation', 'payment', 'ledger', 'notes', 'doctor']) {
      expect(help.output).toContain(`  ${noun}`)
    }
    for (const noun of ['account grant', 'generation retry', 'doctor']) {
      expect(await atelier(`${noun} --help`)).toMatchObject({ code: 0, output: expect.stringContaining('Usage: ') })
    }
    expect(await atelier('nonsense')).toMatchObject({ code: 2 })
    expect(await atelier(`account suspend --email ${email}`)).toMatchObject({ code: 2 })
    expect(await atelier(`account grant --email ${email} --credits some`)).toMatchObject({ code: 2 })
  })

  it('refuses what is not there', async () => {
    const atelier = await commandLine()
    expect(await atelier(`account show --email ${email}`)).toMatchObject({ code: 1, output: '' })
    expect(await atelier('generation retry 7 --reason x')).toMatchObject({ code: 1, output: '' })
    for (const list of ['account list', 'generation list', 'payment list', 'notes']) {
      expect(await atelier(list)).toEqual({ code: 0, output: '' })
    }
  })
})

describe('the doctor', { timeout: 300_000 }, () => {
  it('finds a fresh studio well', async () => {
    const { code, output } = await (await commandLine())('doctor')
    expect(output).not.toContain('FAIL')
    expect(code).toBe(0)
    expect(output).toMatch(/ok {4}database .*\n.*migrations.*\nok {4}clock .*\nok {4}storage/)
  })

  it('names each thing that is amiss, and checks the others all the same', async () => {
    const atelier = await commandLine({
      FAL_KEY: 'x',
      FAL_QUEUE_URL: 'http://127.0.0.1:9',
      FAL_REST_URL: 'http://127.0.0.1:9',
      GOOGLE_CLIENT_ID: 'x',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_URL: 'http://127.0.0.1:9',
      DATA_DIR: '/dev/null/nowhere',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    })
    const { code, output } = await atelier('doctor')
    expect(code).toBe(1)
    const failed = [...output.matchAll(/^FAIL {2}(\S+)/gm)].map(([, name]) => name)
    expect(failed).toEqual(['database', 'storage', 'provider', 'sign-in', 'payments'])
  })

  it('says what the configuration lacks', async () => {
    const { code, output } = await (await commandLine({ ATELIER_MODE: 'production' }))('doctor')
    expect(code).toBe(1)
    expect(output).toContain('FAIL  configuration')
  })
})
