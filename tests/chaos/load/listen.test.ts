import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Snapshot } from '../checks/snapshot.ts'
import { createFindings } from '../checks/violation.ts'
import type { Account } from './create.ts'
import { createHttp } from './http.ts'
import { listen } from './listen.ts'
import { checkListeners } from './read-back.ts'

const account = { id: 'a', name: 'hot-1', key: 'key' } as Account

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const changed = (id: string, status: string) => event('generation', { id, status })

/** A web whose history is read page by page, after failing once, and whose stream says this. */
async function webSaying(events: string, history: Record<string, string>): Promise<string> {
  const generations = Object.entries(history).map(([id, status]) => ({
    generation: { id, status },
  }))
  let failures = 1
  const server = createServer(({ url = '' }, response) => {
    if (url === '/api/events') return void response.writeHead(200).write(events)
    if (failures-- > 0) return void response.writeHead(503).end('{}')
    const isFirst = url.startsWith('/api/image-generation/')
    const page = Number(/[?&]page=(\d+)/.exec(url)?.[1])
    const data = isFirst ? generations.slice(page - 1, page) : []
    response.end(JSON.stringify({ data, totalPages: isFirst ? generations.length : 1 }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function violationsOf(events: string, history: Record<string, string>): Promise<string[]> {
  const findings = createFindings(() => undefined)
  const web = await webSaying(events, history)
  const listener = listen(web, account, { http: createHttp(findings), findings })
  onTestFinished(listener.stop)
  await expect.poll(() => listener.states.get('last')).toBe('completed')
  await listener.caughtUp()
  const generations = Object.keys({ ...history, last: '' }).map((id) => ({
    ...{ id, account_id: 'a', status: 'completed' },
  }))
  checkListeners([{ account, listener }], { generations } as Snapshot, findings)
  return findings.violations.map(({ generation, detail }) => `${generation}: ${detail}`)
}

const refetch = event('refetch', {})

it('reads every page after a refetch, and applies later events', async () => {
  const events =
    changed('one', 'running') + refetch + changed('two', 'completed') + changed('last', 'completed')
  expect(
    await violationsOf(events, { one: 'completed', two: 'running', three: 'completed' }),
  ).toEqual([])
})

it('reports an end that was neither sent nor read after a refetch', async () => {
  const events = changed('one', 'completed') + refetch + changed('last', 'completed')
  expect(await violationsOf(events, { one: 'running' })).toEqual([
    'one: hot-1 last received or read running; it is completed',
  ])
})

it('finds an end that an event takes back after a refetch', async () => {
  const events =
    changed('one', 'completed') + refetch + changed('one', 'running') + changed('last', 'completed')
  const violations = await violationsOf(events, { one: 'completed' })
  expect(violations).toContain('one: received completed, then running')
})
