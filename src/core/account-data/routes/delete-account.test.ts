import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { createAccountWithCredits } from '#core/accounts/create-account.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { purgeDeleted } from '#core/history/retention.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { type Browser, createBrowser } from '#testing/browser.ts'
import { readMoney } from '#testing/context.ts'
import { testUpload } from '#testing/files.ts'
import { eraseDeletedAccounts } from '../erase-account-data.ts'

// Generations really run here, on machines that may be busy.
vi.setConfig({ testTimeout: 120_000 })
const world = await signInEnvironment()
const { url, context } = world
const { database, storage } = context

const create = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox nobody else may see' }

/** A signed-in account with credits and a key. */
async function signedInAccount() {
  const [browser, claims] = [createBrowser(), newPerson()]
  const email = claims.email ?? ''
  const { account } = await createAccountWithCredits(context, {
    email,
    name: null,
    credits: 1000,
    paid: true,
  })
  await world.signIn(browser, claims)
  return {
    browser,
    claims,
    email,
    id: account.id,
    key: await createApiKey(context, account.id, 'laptop of Ada'),
  }
}

const send = (browser: Browser, method: string, path: string, body: object) =>
  browser.request(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const make = (browser: Browser, body: object = create) =>
  send(browser, 'POST', '/api/image-generation/create', body)
const erase = (browser: Browser, email: string) =>
  send(browser, 'DELETE', '/api/account', { email })

async function made(browser: Browser): Promise<{ id: string; media: string }> {
  const { id } = (await (await make(browser)).json()) as { id: string }
  const read = async () =>
    (await (await browser.request(`${url}/api/generations/${id}`)).json()) as {
      status: string
      images: { url: string }[]
    }
  await expect.poll(async () => (await read()).status).toBe('completed')
  return { id, media: (await read()).images[0]?.url ?? '' }
}

/** Returns everything of the account in the database, as text. */
async function remains(id: string): Promise<string> {
  const of = (
    table: 'session' | 'api_key' | 'media' | 'pending_upload' | 'generation' | 'credit_entry',
  ) => database.selectFrom(table).selectAll().where('account_id', '=', id).execute()
  const account = await database.selectFrom('account').selectAll().where('id', '=', id).execute()
  const tables = [
    'session',
    'api_key',
    'media',
    'pending_upload',
    'generation',
    'credit_entry',
  ] as const
  return JSON.stringify([account, ...(await Promise.all(tables.map(of)))])
}

/** Runs the scheduled jobs until nothing is left. */
async function tidy(id: string) {
  const isLeft = async () => {
    await database
      .updateTable('account')
      .set({ purge_at: new Date(0) })
      .where('id', '=', id)
      .where('purge_at', 'is not', null)
      .execute()
    await eraseDeletedAccounts(context)
    await purgeDeleted(context)
    await deleteOrphanedFiles(context)
    const account = await database
      .selectFrom('account')
      .select('purge_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return account.purge_at !== null
  }
  await expect.poll(isLeft).toBe(false)
}

describe('an account', () => {
  it('is deleted only if its e-mail is repeated', async () => {
    const { browser, email } = await signedInAccount()
    const wrong = await erase(browser, `x${email}`)
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'email_differs' }])
    expect((await send(browser, 'DELETE', '/api/account', {})).status).toBe(400)
    const foreign = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const body = JSON.stringify({ email })
    expect(
      (await browser.request(`${url}/api/account`, { method: 'DELETE', headers: foreign, body }))
        .status,
    ).toBe(403)
    expect(await world.whoIs(browser)).toBe(email)
  })

  it('is deleted with all its data; the ledger keeps its amounts', async () => {
    const { browser, claims, email, id, key } = await signedInAccount()
    const work = await made(browser)
    const upload = await testUpload(context, id, 'photo.jpg', 'image/jpeg')
    const failed = await made(browser)
    await sql`
      with ended as (delete from job where generation_id = ${failed.id})
      update generation set status = 'failed' where id = ${failed.id}`.execute(database)
    const reason = { request_id: failed.id, manual_refund: true, reason: 'Ada was ill' }
    expect((await send(browser, 'POST', '/api/wan/refundCredits', reason)).status).toBe(200)
    expect(await remains(id)).toContain('Ada was ill')
    const files = await database
      .selectFrom('media')
      .select('storage_key')
      .where('account_id', '=', id)
      .execute()
    expect(files.length).toBe(3)
    expect((await fetch(work.media)).status).toBe(200)

    expect((await erase(browser, ` ${email.toUpperCase()}`)).status).toBe(204)
    expect((await fetch(work.media)).status).toBe(404)
    expect((await browser.request(url + upload.address)).status).toBe(404)
    expect([...browser.cookies(url).keys()]).toEqual([])
    expect(
      (await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${key}` } })).status,
    ).toBe(401)
    expect((await erase(browser, email)).status).toBe(401)

    await tidy(id)
    // What the request itself began may still be deleting them.
    for (const { storage_key: file } of files)
      await expect.poll(() => storage.size(file)).toBeNull()
    const left = await remains(id)
    for (const word of [email, claims.sub, claims.name, 'fox', 'laptop', 'ill', work.media])
      expect(left).not.toContain(word)
    expect(await readMoney(context, id)).toMatchObject({
      sum: 992,
      balance: 992,
      entries: [
        { reason: 'grant' },
        { reason: 'charge' },
        { reason: 'charge' },
        { reason: 'refund' },
      ],
    })
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it('is a new one when its owner signs in again', async () => {
    const { browser, claims, email, id } = await signedInAccount()
    await erase(browser, email)
    await world.signIn(browser, claims)
    const account = await database
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      credits: 0,
      has_paid: false,
      deleted_at: null,
      subject: claims.sub,
    })
    expect(account.id).not.toBe(id)
  })

  it('is deleted once by concurrent requests', async () => {
    const { browser, email, id } = await signedInAccount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => erase(browser, email)))
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([204, 401]))).toEqual(
      new Set(),
    )
    expect(answers.map(({ status }) => status)).toContain(204)
    await tidy(id)
  })

  it('ends its open streams', async () => {
    const { browser, email } = await signedInAccount()
    const stream = await browser.request(`${url}/api/events`)
    await erase(browser, email)
    expect(await stream.text()).toMatch(/event: signed-out\n/)
  })

  it('that is suspended cannot be deleted by its owner, and can be exported', async () => {
    const { browser, email, id } = await signedInAccount()
    await database
      .updateTable('account')
      .set({ suspended_at: new Date() })
      .where('id', '=', id)
      .execute()
    const response = await erase(browser, email)
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { code: 'account_suspended' },
    ])
    expect((await browser.request(`${url}/api/account/export`)).status).toBe(200)
  })

  it('starts nothing more when starts arrive with the deletion, and loses no credits', async () => {
    const { browser, email, id } = await signedInAccount()
    const starts = Array.from({ length: 50 }, (_, index) =>
      make(browser, { ...create, request_id: `${index}-${uuid()}` }),
    )
    const deletion = new Promise((resolve) => setImmediate(resolve)).then(() =>
      erase(browser, email),
    )
    const statuses = (await Promise.all(starts)).map(({ status }) => status)
    expect((await deletion).status).toBe(204)
    expect(new Set(statuses).difference(new Set([200, 401]))).toEqual(new Set())
    expect((await make(browser)).status).toBe(401)

    await tidy(id)
    const rows = await database
      .selectFrom('generation')
      .selectAll()
      .where('account_id', '=', id)
      .execute()
    expect(rows).toHaveLength(statuses.filter((status) => status === 200).length)
    for (const row of rows) {
      expect(row).toMatchObject({
        input: {},
        is_public: false,
        deleted_at: expect.any(Date),
      })
      expect(['completed', 'failed']).toContain(row.status)
    }
    const kept = rows.filter(({ status }) => status === 'completed').length
    expect(await readMoney(context, id)).toMatchObject({
      balance: 1000 - 8 * kept,
      sum: 1000 - 8 * kept,
    })
    expect(
      await database.selectFrom('media').selectAll().where('account_id', '=', id).execute(),
    ).toEqual([])
    expect((await verifyLedger(context)).faults).toEqual([])
  })
})
