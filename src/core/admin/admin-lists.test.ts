import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { scanGenerations } from '#core/generations/queries/list-generations.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import type { GenerationListView, SelectedView } from './lists-contract.ts'

const admins = new Set<string>()
const server = await testServer({}, { admins, autoRefund: false })
const { context } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)
const owner = await testAccount(context, { credits: 1_000 })

const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

const read = async (query: Record<string, string> = {}) =>
  (await operator.request('GET', `/api/admin/generations/list?${new URLSearchParams(query)}`))
    .body as GenerationListView

async function readFile(path: string) {
  const response = await server.app.request(`http://localhost:3000${path}`, {
    headers: operator.headers,
  })
  return { response, lines: (await response.text()).trim().split('\r\n') }
}

/** A generation that was started and ended some days ago; its id says so, too. */
async function made(days: number, status: 'completed' | 'failed'): Promise<string> {
  const at = daysAgo(days)
  const failure = { code: 'result_lost', message: null } as const
  const work = { accountId: owner.id, model: fluxDev, input: { prompt: 'a fox' } }
  const ended = {
    id: uuid({ msecs: at.getTime() }),
    status,
    ...(status === 'failed' && { failure }),
  }
  const id = await finishedWork(context, work, ended)
  await sql`update generation set created_at = ${at}, completed_at = ${at} where id = ${id}`.execute(
    database,
  )
  return id
}

const ids: string[] = []

beforeAll(async () => {
  for (let days = 5; days >= 0; days--)
    ids.unshift(await made(days, days % 2 === 0 ? 'failed' : 'completed'))
})

describe('the list of generations', () => {
  it('has those of the period with the chosen status and model, newest first, with their totals', async () => {
    const all = await read()
    expect(all.data.map(({ id }) => id)).toEqual(ids)
    expect(all).toMatchObject({
      total: { count: 6, charged: 180, refunded: 0 },
      is_total_exact: true,
      before: null,
    })
    expect((await read({ status: 'completed' })).data.map(({ id }) => id)).toEqual([
      ids[1],
      ids[3],
      ids[5],
    ])
    const span = { from: daysAgo(4.5).toISOString(), to: daysAgo(1.5).toISOString() }
    for (const [status, found] of [
      ['failed', [ids[2], ids[4]]],
      ['completed', [ids[3]]],
    ] as const)
      expect((await read({ status, ...span })).data.map(({ id }) => id)).toEqual(found)
    expect(await read({ model: 'nothing' })).toMatchObject({ data: [], total: { count: 0 } })
    expect((await read({ code: 'result_lost' })).total.count).toBe(3)
    expect((await read({ status: 'open' })).data).toEqual([])
  })

  it('is paged by cursors without a gap or a repetition, also in small batches', async () => {
    for (const status of [null, 'failed'] as const) {
      const filter = {
        ...{ status, kind: null, model: null, code: null },
        ...{ from: daysAgo(10), to: daysAgo(-1) },
      }
      const found: string[] = []
      let before = null
      do {
        const page = await scanGenerations(database, { filter, before, limit: 2 }, 2)
        found.push(...page.ids)
        before = page.next
      } while (before)
      expect(found).toEqual(status ? [ids[0], ids[2], ids[4]] : ids)
    }
  })

  it('goes on where a page read its most without a match', async () => {
    const filter = {
      ...({ status: 'completed', kind: null, model: null, code: null } as const),
      ...{ from: daysAgo(10), to: daysAgo(-1) },
    }
    const first = await scanGenerations(database, { filter, before: null, limit: 5 }, 1)
    expect(first).toMatchObject({ ids: [], isWhole: false, next: { id: ids[0] } })
    const next = await scanGenerations(database, { filter, before: first.next, limit: 5 }, 1)
    expect(next.ids).toEqual([ids[1]])
  })

  it('is refused for filters that make no sense', async () => {
    for (const query of [
      'status=lost',
      'before=1',
      'from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z',
    ]) {
      const { status, body } = await operator.request('GET', `/api/admin/generations/list?${query}`)
      expect([status, body.code]).toEqual([400, 'invalid_query'])
    }
  })
})

describe('files of the lists', () => {
  it('have all rows of the filter, and run no formula', async () => {
    const { lines } = await readFile('/api/admin/generations/list.csv?status=failed')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`${ids[0]},`)
    await sql`update account set name = '=1+1' where id = ${owner.id}`.execute(database)
    const accounts = await readFile(`/api/admin/accounts.csv?find=${owner.email}`)
    expect(accounts.lines[0]).toMatch(/^id,created_at,email,name,credits/)
    expect(accounts.lines[1]).toMatch(new RegExp(`${owner.email},'=1\\+1,820,0,true,,$`))
    for (const start of ['+', '-', '@', '\t', '\r']) {
      await sql`update account set name = ${`${start}1`} where id = ${owner.id}`.execute(database)
      const file = await readFile(`/api/admin/accounts.csv?find=${owner.id}`)
      expect(file.lines.join('\r\n')).toContain(`'${start}1`)
    }
    expect(accounts.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })
})

describe('an action on several generations', () => {
  const act = async (
    what: 'retry' | 'refund',
    selected: readonly (string | undefined)[],
    act_id?: string,
  ) => {
    const { status, body } = await operator.request('POST', `/api/admin/generations/${what}`, {
      ...{ reason: 'the outage', ids: selected, ...(act_id && { act_id }) },
    })
    expect(status).toBe(200)
    return (body as SelectedView).outcomes.map(({ outcome }) => outcome)
  }
  const entries = async () => {
    const { rows } = await sql<{ act: string; id: string }>`
      select act, generation_id as id from audit_entry where reason = 'the outage' order by audit_entry.id`.execute(
      database,
    )
    return rows
  }

  it('refunds each once, each with an audit entry, and reports what it refused', async () => {
    const missing = uuid()
    const { balance } = await readMoney(context, owner.id)
    expect(await act('refund', [ids[0], ids[1], missing, ids[2], ids[0]])).toEqual([
      ...['done', 'not_failed', 'not_found', 'done'],
    ])
    expect(await act('refund', [ids[0]])).toEqual(['already_refunded'])
    expect((await readMoney(context, owner.id)).balance).toBe(balance + 60)
    expect(await entries()).toEqual([
      { act: 'generation.refund', id: ids[0] },
      { act: 'generation.refund', id: ids[2] },
    ])
  })

  it('retries each once, also when the request is repeated', async () => {
    expect(await act('retry', [ids[4], ids[1]], 'press')).toEqual(['done', 'not_retryable'])
    expect(await act('retry', [ids[4]], 'press')).not.toEqual(['done'])
    expect((await entries()).filter((entry) => entry.act === 'generation.retry')).toHaveLength(1)
  })

  it('is refused for none, too many, or what is no id', async () => {
    for (const selected of [[], Array.from({ length: 101 }, () => uuid()), ['x']]) {
      const body = { reason: 'x', ids: selected }
      expect((await operator.request('POST', '/api/admin/generations/retry', body)).status).toBe(
        400,
      )
    }
  })
})
