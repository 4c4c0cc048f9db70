import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listSessions } from '#core/accounts/queries/sessions.ts'
import {
  clearProviderOutages,
  clearStorageOutage,
  recordProviderOutage,
  recordStorageOutage,
} from '#core/generations/queries/outages.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { testDatabase } from '#testing/database/database.ts'
import { commandLine } from '#testing/in-process.ts'
import { sessionCookieOf } from '#testing/person.ts'
import { createProduct } from '#testing/product.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const email = 'ada@example.com'

describe('the operator’s command line', () => {
  it('rejects unknown commands and accounts', async () => {
    const atelier = await commandLine()
    const unknown = {
      code: 1,
      output: '',
      said: 'There is no such account, generation or payment.\n',
    }
    for (const line of ['account show', 'account resume --reason x', 'account grant --credits 5']) {
      expect(await atelier(`${line} --email ${email}`)).toEqual(unknown)
    }
    for (const line of [
      'generation show 7',
      'generation retry 7 --reason x',
      'generation refund 7 --reason x',
    ]) {
      expect(await atelier(line)).toEqual(unknown)
    }
    for (const list of ['account list', 'generation list', 'generation list --failed --since 7d']) {
      expect(await atelier(list)).toEqual({ code: 0, output: '', said: '' })
    }
  })

  it('lists outages in progress, and says when nothing needs attention', async () => {
    const atelier = await commandLine()
    const database = await testDatabase()
    const calm = { code: 0, output: '', said: 'Nothing needs attention.\n' }
    expect(await atelier('alerts')).toEqual(calm)
    await recordStorageOutage(database, { detail: 'bucket is away', probeAfter: 60_000 })
    const locked = { provider: 'fal', code: 'provider_locked', detail: 'User is locked' } as const
    await recordProviderOutage(database, { ...locked, probeAfter: 60_000 })
    const { output } = await atelier('alerts')
    const lines = output.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { outage: 'storage', since: expect.any(String), detail: 'bucket is away' },
      { outage: 'fal', code: locked.code, since: expect.any(String), detail: locked.detail },
    ])
    await clearStorageOutage(database)
    await clearProviderOutages(database, 'fal')
    expect(await atelier('alerts')).toEqual(calm)
  })

  it('accepts --json wherever it answers', async () => {
    const atelier = await commandLine()
    for (const line of ['model list', 'account list', 'migrate', 'ledger verify'])
      expect(await atelier(`${line} --json`)).toMatchObject({ code: 0 })
  })

  it('brings the schema up to date, once and again', async () => {
    const atelier = await commandLine()
    const done = { code: 0, output: '{"schema":"up to date"}\n', said: '' }
    expect(await atelier('migrate')).toEqual(done)
    expect(await atelier('migrate')).toEqual(done)
  })

  it('lists the models, and checks a definition', async () => {
    const atelier = await commandLine()
    const { output } = await atelier('model list')
    expect(JSON.parse(output.split('\n')[1] ?? '')).toEqual({
      ...{ id: 'flux-schnell', generation_type: 'text-to-image', kind: 'image' },
      ...{ name: 'FLUX.1 schnell', enabled: true, source: 'built-in', version: 1 },
      ...{ provider: 'fal', endpoints: ['fal-ai/flux/schnell'] },
      ...{ price: { square: 8, square_hd: 20, other: 15 } },
      ...{ provider_configured: true, schema_changes: 0 },
    })
    const file = 'src/core/models/definitions/sd35.json'
    expect(await atelier(`model check ${file}`)).toMatchObject({
      code: 0,
      output: '{"valid":true,"id":"sd35"}\n',
    })
    const wrong = await atelier('model check package.json')
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.output).toContain('{"path":"price",')
    expect(await atelier('model check README.md')).toMatchObject({
      code: 1,
      said: 'README.md is not a JSON document.\n',
    })
  })

  it('saves, disables and deletes a model, and exports its definition', async () => {
    const atelier = await commandLine()
    const exported = await atelier('model export sd35')
    const definition = { ...JSON.parse(exported.output), name: 'Mine' }
    const directory = await createTemporaryDirectory('models')
    onTestFinished(() => removeTemporaryDirectory(directory))
    const file = path.join(directory, 'sd35.json')
    await writeFile(file, JSON.stringify(definition))
    const answer = async (line: string) => JSON.parse((await atelier(line)).output)
    expect(await answer(`model save ${file} --reason mine`)).toMatchObject({ version: 2 })
    expect(await answer('model disable sd35 --reason x')).toMatchObject({
      ...{ name: 'Mine', enabled: false, source: 'operator', version: 2 },
    })
    await atelier('model delete sd35 --reason x')
    expect(await answer('model enable sd35 --reason x')).toMatchObject({
      ...{ name: 'Stable Diffusion 3.5 Large', enabled: true, source: 'built-in', version: 1 },
    })
    await writeFile(file, JSON.stringify({ ...definition, price: { unit: 'image', base: 0 } }))
    const free = await atelier(`model save ${file} --reason free`)
    expect(free).toMatchObject({ code: 1, output: '' })
    expect(free.said).toMatch(/^price\.base: /)
    expect((await atelier('model export flux-dev')).said).toMatch(/--type \(text-to-image, /)
    expect((await atelier('model export vace')).said).toMatch(/is code/)
    expect((await atelier('model export nothing')).said).toBe('There is no model nothing.\n')
  })

  it('retries all that failed since a moment, and rejects an ambiguous command', async () => {
    const atelier = await commandLine()
    expect(
      await atelier('generation retry --all --since 2026-01-01 --code result_lost --reason x'),
    ).toEqual({
      ...{ code: 0, said: '', output: '{"retried":0,"refused":{},"has_more":false}\n' },
    })
    for (const line of [
      'generation retry --reason x',
      'generation retry 7 --all --since 1h --reason x',
      'generation retry --all --reason x',
      'generation retry --all --since yesterday --reason x',
      'generation retry --all --since 1h',
      'generation list --since 1h',
      'generation list --failed --code nonsense',
    ]) {
      expect(await atelier(line)).toMatchObject({ code: 2, output: '' })
    }
  })

  it('creates an account, changes it, and lists the actions on it', async () => {
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
    expect(await atelier(`account take --email ${email} --credits 60 --reason spam`)).toMatchObject(
      {
        ...{ code: 1, said: 'The account has 50 credits, fewer than 60. Nothing was taken.\n' },
      },
    )
    expect(await atelier(`account take --email ${email} --credits 20 --reason spam`)).toMatchObject(
      { code: 0 },
    )
    expect(await atelier(`account suspend --email ${email} --reason spam`)).toMatchObject({
      code: 0,
    })
    const { output } = await atelier(`account show --email ${email}`)
    expect(JSON.parse(output)).toMatchObject({
      ...{ credits: 30, suspended_at: expect.any(String), keys: [{ scopes: ['read', 'create'] }] },
      acts: [
        { act: 'account.suspend', reason: 'spam', actor: expect.stringMatching(/^command line/) },
        { act: 'account.take', details: { credits: 20 } },
        { act: 'account.create' },
      ],
    })
    expect(await atelier('ledger verify')).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 accounts'),
    })
  })

  it('ends the sessions of an account, or of all, and audits both', async () => {
    const atelier = await commandLine()
    const database = await testDatabase()
    const sessionOf = async (name: string) => {
      const made = await atelier(`account create --email ${name}@sessions.example`)
      const { id } = JSON.parse(made.output) as { id: string }
      return { id, cookie: await sessionCookieOf({ database }, id) }
    }
    const [first, second] = [await sessionOf('first'), await sessionOf('second')]
    await sessionCookieOf({ database }, first.id)
    const left = async ({ id }: { id: string }) => (await listSessions(database, id)).length

    const one = await atelier(`session revoke --account first@sessions.example --reason stolen`)
    expect(one).toEqual({ code: 0, output: '{"sessions":2}\n', said: '' })
    expect([await left(first), await left(second)]).toEqual([0, 1])
    expect(await atelier('session revoke --all')).toEqual({
      code: 0,
      output: '{"sessions":1}\n',
      said: '',
    })
    expect(await left(second)).toBe(0)
    expect(await listOperatorActions(database, { limit: 2 })).toMatchObject([
      {
        act: 'session.revoke',
        account_id: null,
        details: { sessions: 1 },
        reason: 'revoked on the command line',
      },
      { act: 'session.revoke', account_id: first.id, details: { sessions: 2 }, reason: 'stolen' },
    ])
    for (const line of ['session revoke', `session revoke --all --account ${first.id}`]) {
      expect(await atelier(line)).toMatchObject({
        code: 2,
        said: expect.stringContaining("'--account <name>' or '--all'"),
      })
    }
  })

  it('exits with 2 for an invalid command, and with 1 for a failure', async () => {
    const atelier = await commandLine()
    expect(await atelier('--help')).toMatchObject({
      code: 0,
      said: '',
      output: expect.stringContaining('Usage: '),
    })
    expect(await atelier('account grant --help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--paid'),
    })
    for (const line of [
      'nonsense',
      'account',
      `account suspend --email ${email}`,
      `account grant --email ${email}`,
    ]) {
      expect(await atelier(line)).toMatchObject({
        code: 2,
        output: '',
        said: expect.stringMatching(/error|Usage/),
      })
    }
    const nowhere = await commandLine({ DATABASE_URL: 'postgres://nobody@localhost:9/none' })
    const refused = { code: 1, output: '', said: expect.stringMatching(/^.*ECONNREFUSED.*\n$/) }
    expect(await nowhere('ledger verify')).toEqual(refused)
    const unset = await commandLine({ ATELIER_MODE: 'production' })
    expect(await unset('alerts')).toMatchObject({
      code: 1,
      said: expect.stringContaining('SESSION_SECRET: is missing'),
    })
  })

  it('ends its process with these exit codes', {
    timeout: 120_000,
  }, async () => {
    const { atelier, remove } = await createProduct()
    onTestFinished(remove)
    // Sequentially: without a server each starts the database, which allows only one.
    const done = await atelier('ledger', 'verify')
    const refused = await atelier('account', 'show', '--email', email)
    const strange = await atelier('nonsense')
    expect(done).toEqual({
      code: 0,
      output: 'Every balance is the sum of its entries (0 accounts).\n',
      said: '',
    })
    expect(refused).toEqual({
      code: 1,
      output: '',
      said: 'There is no such account, generation or payment.\n',
    })
    expect(strange).toMatchObject({
      code: 2,
      output: '',
      said: expect.stringContaining("unknown command 'nonsense'"),
    })
  })
})
