import { expect, it } from 'vitest'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { acquireStream, countStreams, maxStreams } from './stream-room.ts'

const server = await testServer()

it('limits the open streams of an account, independent of other accounts', async () => {
  const [one, other] = [await testPerson(server), await testPerson(server)]
  const open = async ({ headers }: typeof one) => {
    const answer = await server.app.request('http://localhost:3000/api/events', { headers })
    await answer.body?.cancel()
    return answer
  }
  const leave = Array.from({ length: maxStreams.events - 1 }, () =>
    acquireStream(one.account.id, 'events'),
  )
  // An ended stream releases its slot, every time.
  for (let n = 0; n < 3; n++) await expect.poll(async () => (await open(one)).status).toBe(200)
  await expect.poll(() => leave.push(acquireStream(one.account.id, 'events'))).toBeGreaterThan(0)
  const refused = await open(one)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await open(other)).status).toBe(200)
  for (const end of [...leave, ...leave]) end()
  expect((await open(one)).status).toBe(200)
})

it('does not count a HEAD, and releases the slot of an ended stream', async () => {
  const { headers } = await testPerson(server)
  const before = countStreams()
  for (let n = 0; n <= maxStreams.events; n++) {
    const head = await server.app.request('http://localhost:3000/api/events', {
      method: 'HEAD',
      headers,
    })
    expect(head.status).toBe(200)
  }
  expect(countStreams()).toBe(before)
  const opened = await server.app.request('http://localhost:3000/api/events', { headers })
  expect(countStreams()).toBe(before + 1)
  await opened.body?.cancel()
  expect(countStreams()).toBe(before)
})
