import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { paymentServer } from '#testing/api/payments.ts'
import { testProviders } from '#testing/context.ts'
import { type Caller, makeCaller, stateOf } from '#testing/security/matrix-callers.ts'
import { operations } from '#testing/security/matrix-requests.ts'
import { file } from '#testing/security/matrix-resources.ts'
import {
  type CallerName,
  callerNames,
  cellOf,
  type Expected,
  readTable,
  roles,
  type TargetName,
} from '#testing/security/matrix-table.ts'

const admins = new Set<string>()
// The provider is unreachable: waiting generations keep waiting.
const server = await paymentServer({
  admins,
  autoRefund: false,
  providers: testProviders('http://127.0.0.1:65531'),
  resultWaitMs: 1,
})
const context = { ...server.context, admins }
// Records name versions of models.
await syncBuiltIns(context.database)
const table = readTable()

/** Own resources come last, because they may be deleted then. */
const order: readonly TargetName[] = ['-', 'other', 'missing', 'mixed', 'public', 'own']
const missing = '01990000-0000-7000-8000-000000000000'

type Answer = { cell: string; body: string }
type OperationCase = {
  operation: string
  expected: Expected
  foreign: Partial<Record<TargetName, string>>
}

async function send(
  { operation }: OperationCase,
  caller: Caller,
  id: string,
  ids: string[],
): Promise<Answer> {
  const [method = '', route = ''] = operation.split(' ')
  const {
    path = route.replace(':id', id),
    body,
    headers,
  } = (await operations[operation]?.request?.({ caller, id, ids })) ?? {}
  const isRaw = body instanceof FormData || body instanceof Blob
  const response = await server.app.request(`http://localhost:3000${path}`, {
    method: method === 'ALL' ? 'GET' : method,
    headers: {
      ...caller.headers,
      ...(body && !isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  return { cell: cellOf(response.status, text), body: text.replaceAll(id || ' ', '…') }
}

/** Sends every request as one caller and returns the answers. */
async function sendAll(
  world: OperationCase,
  caller: Caller,
): Promise<Partial<Record<TargetName, string>>> {
  const heard: Partial<Record<TargetName, Answer>> = {}
  const own = [...caller.own]
  for (const target of order.filter((name) => name in world.expected.rows)) {
    const id = (target === 'missing' ? missing : world.foreign[target]) ?? own.pop() ?? ''
    const ids = target === 'mixed' ? [world.foreign.other ?? '', missing, 'nonsense', id] : [id]
    heard[target] = await send(world, caller, id, ids)
  }
  if (world.expected.isAlike && caller.name !== 'admin')
    expect(heard.other, caller.name).toEqual(heard.missing)
  return Object.fromEntries(Object.entries(heard).map(([target, { cell }]) => [target, cell]))
}

async function makeCase(operation: string, expected: Expected) {
  const stranger = await makeCaller(context, 'owner', [])
  const make = operations[operation]?.make
  const foreign: OperationCase['foreign'] = {
    ...(make && { other: await make(context, stranger.accountId) }),
    ...('public' in expected.rows && { public: await file(true)(context, stranger.accountId) }),
  }
  return { operation, expected, foreign, stranger }
}

const makeBystander = (name: CallerName) => makeCaller(context, name, [])
/** Read-only callers of fixed resources can be shared. */
const bystanders = Object.fromEntries(
  await Promise.all(callerNames.map(async (name) => [name, await makeBystander(name)] as const)),
) as Record<CallerName, Caller>

async function meet(world: OperationCase, name: CallerName) {
  const { operation, expected } = world
  const make = operations[operation]?.make
  if (!make && operation.startsWith('GET ')) return sendAll(world, bystanders[name])
  const count = make ? ['own', 'mixed'].filter((target) => target in expected.rows).length : 0
  const caller = await makeCaller(context, name, Array(count).fill(make))
  const mayNothing = Object.values(expected.rows).every((row) => !/^\d+$/.test(row[name]))
  const before = mayNothing ? await stateOf(context, caller.accountId) : null
  const cells = await sendAll(world, caller)
  if (before)
    expect(await stateOf(context, caller.accountId), `${name} was refused`).toEqual(before)
  return cells
}

describe('the access of every caller', () => {
  it('is defined for every operation', () => {
    const routes = server.app.routes.filter(
      ({ method, path }) =>
        method !== 'ALL' || (path.length > 2 && path.endsWith('/*') && table.has(`ALL ${path}`)),
    )
    const all = new Set(routes.map(({ method, path }) => `${method} ${path}`))
    expect([...table.keys()].toSorted()).toEqual([...all].toSorted())
  })

  it.each([...table])('%s', async (operation, expected) => {
    const world = await makeCase(operation, expected)
    const before = await stateOf(context, world.stranger.accountId)
    const inTurn: readonly CallerName[] = [...roles, 'admin']
    const people = callerNames.filter((name) => !inTurn.includes(name))
    const heard = await Promise.all(
      people.map(async (name) => [name, await meet(world, name)] as const),
    )
    expect(await stateOf(context, world.stranger.accountId), 'somebody else’s').toEqual(before)
    // They change the resources of others, so each has some of its own.
    for (const name of inTurn)
      heard.push([name, await meet(await makeCase(operation, expected), name)])
    const all = Object.fromEntries(heard) as Record<CallerName, Record<string, string>>

    const lines = Object.keys(expected.rows).map((target) => [
      target,
      Object.fromEntries(callerNames.map((name) => [name, all[name][target]])),
    ])
    expect(Object.fromEntries(lines)).toEqual(expected.rows)
  })

  it('leaves the ledger consistent', async () => {
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })
})
