import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { readMoney, testProviders } from '#testing/context.ts'
import { createRequester } from '#testing/person.ts'
import { makeCaller } from '#testing/security/matrix-callers.ts'
import { failed, waiting } from '#testing/security/matrix-resources.ts'
import { testServer } from '#testing/server.ts'

const admins = new Set<string>()
const providers = testProviders('http://127.0.0.1:65531')
const server = await testServer({}, { admins, autoRefund: false, providers })
const context = { ...server.context, admins }
const operator = await makeCaller(context, 'admin', [])
const command = createRequester(server.app, operator.headers)
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const of = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length
const create = { model: 'flux-schnell', image_size: 'square', prompt: 'x' }

async function person(makes: Parameters<typeof makeCaller>[2] = []) {
  const caller = await makeCaller(context, 'owner', makes)
  return { ...caller, request: createRequester(server.app, caller.headers) }
}

describe('concurrent requests', () => {
  it('to one account: starts, refunds by its owner and the operator, corrections, grants, and its deletion', async () => {
    for (const deletes of [false, true]) {
      const who = await person([failed('image'), failed('image'), waiting('image')])
      const [one = '', two = '', open = ''] = who.own
      const admin = (what: string, more: object) =>
        command('POST', `/api/admin/accounts/${who.accountId}/${what}`, { reason: 'x', ...more })
      const refundOf = (id: string) =>
        who.request('POST', '/api/wan/refundCredits', { request_id: id, manual_refund: true })
      const byOperator = (id: string) =>
        command('POST', `/api/admin/generations/${id}/refund`, { reason: 'x' })
      const [refunds, same] = await Promise.all([
        times(6, () => refundOf(one)),
        times(6, () => byOperator(one)),
        times(4, () => refundOf(two)),
        times(4, () => command('POST', `/api/admin/generations/${two}/retry`, { reason: 'x' })),
        times(4, () => who.request('POST', `/api/generations/${open}/cancel`)),
        times(8, () => who.request('POST', '/api/image-generation/create', create)),
        times(6, () => admin('take', { credits: 99_000 })),
        times(3, () => admin('grant', { credits: 7 })),
        times(2, () => admin('suspend', {})).then(() => admin('resume', {})),
        ...(deletes
          ? [times(2, () => who.request('DELETE', '/api/account', { email: who.email }))]
          : []),
      ])
      expect(of([...refunds, ...same], 200)).toBeLessThanOrEqual(1)
      if (!deletes) expect(of([...refunds, ...same], 200)).toBe(1)
      // Waiting generations of a deleted account are cancelled afterwards.
      await context.background.idle()
      const { balance, sum } = await readMoney(context, who.accountId)
      expect([balance, balance >= 0]).toEqual([sum, true])
    }
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })

  it('a repeated operator action is done once, and reported', async () => {
    const who = await person([failed('image')])
    const path = `/api/admin/accounts/${who.accountId}`
    for (const [act, change] of [
      ['grant', 5],
      ['take', -5],
    ] as const) {
      const before = (await readMoney(context, who.accountId)).balance
      const body = { reason: 'x', credits: 5, act_id: `${act} ${who.accountId}` }
      const answers = await times(8, () => command('POST', `${path}/${act}`, body))
      expect([of(answers, 200), of(answers, 409)]).toEqual([1, 7])
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'act_repeated',
      })
      expect((await readMoney(context, who.accountId)).balance - before).toBe(change)
      expect(
        (await command('POST', `${path}/${act}`, { ...body, act_id: `${body.act_id} again` }))
          .status,
      ).toBe(200)
    }
    const { body } = await command('GET', path)
    expect(body.acts.map(({ act }: { act: string }) => act)).toEqual([
      'account.take',
      'account.take',
      'account.grant',
      'account.grant',
    ])
    expect(body.acts[0].details).toEqual({ credits: 5, note: expect.any(String) })
  })

  it('the same request id is independent between accounts', async () => {
    const people = [await person(), await person(), await person()]
    const made = await Promise.all(
      people.flatMap(({ request }) =>
        Array.from({ length: 4 }, () =>
          request('POST', '/api/image-generation/create', { ...create, request_id: 'same' }),
        ),
      ),
    )
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(3)
    for (const { accountId } of people) {
      const { entries } = await readMoney(context, accountId)
      expect(entries.filter(({ reason }) => reason === 'charge')).toHaveLength(1)
    }
  })
})
