import { describe, expect, it } from 'vitest'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { type Browser, createBrowser } from '#testing/browser.ts'
import { createApiKey } from '../api-keys.ts'

const world = await signInEnvironment()
const { url, context } = world

type Listed = {
  id: string
  user_agent: string | null
  is_current: boolean
  created_at: string
  last_seen_at: string
}

async function list(browser: Browser): Promise<Listed[]> {
  const response = await browser.request(`${url}/api/account/sessions`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { sessions: Listed[] }).sessions
}

const post = (browser: Browser, path: string) => browser.request(url + path, { method: 'POST' })
const end = (browser: Browser, id: string) =>
  browser.request(`${url}/api/account/sessions/${id}`, { method: 'DELETE' })

/** Reads the event stream until the server ends it; returns the names of its events. */
async function follow(browser: Browser): Promise<{ ended: Promise<string[]> }> {
  const response = await browser.request(`${url}/api/events`)
  expect(response.status).toBe(200)
  const opened = Promise.withResolvers<void>()
  const read = async () => {
    let text = ''
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk
      opened.resolve()
    }
    return [...text.matchAll(/^event: (.+)$/gm)].map(([, name = '']) => name)
  }
  const ended = read()
  await opened.promise
  return { ended }
}

async function twoBrowsers() {
  const claims = newPerson()
  const [laptop, phone] = [
    createBrowser({ userAgent: 'Laptop' }),
    createBrowser({ userAgent: 'Phone'.repeat(200) }),
  ]
  await world.signIn(laptop, claims)
  await world.signIn(phone, claims)
  return { laptop, phone, claims }
}

describe('the sessions of an account', () => {
  it('are listed with their user agents, and mark the current one', async () => {
    const { laptop, phone } = await twoBrowsers()
    const listed = await list(laptop)
    const about = listed.map(({ user_agent, is_current }) => ({ user_agent, is_current }))
    expect(about.toSorted((one) => (one.is_current ? -1 : 1))).toEqual([
      { user_agent: 'Laptop', is_current: true },
      { user_agent: 'Phone'.repeat(80), is_current: false },
    ])
    expect((await list(phone)).find(({ is_current: isCurrent }) => isCurrent)?.user_agent).toMatch(
      /^Phone/,
    )
    expect(JSON.stringify(listed)).not.toContain('token')
  })

  it('can be ended one by one', async () => {
    const { laptop, phone, claims } = await twoBrowsers()
    const other = (await list(laptop)).find(({ is_current: isCurrent }) => !isCurrent)?.id ?? ''
    expect((await end(laptop, other)).status).toBe(204)
    expect(await world.whoIs(phone)).toBeNull()
    expect(await world.whoIs(laptop)).toBe(claims.email)
    expect((await end(laptop, other)).status).toBe(404)
  })

  it('can be ended by their account only', async () => {
    const [{ laptop }, stranger] = [await twoBrowsers(), createBrowser()]
    const [session] = await list(laptop)
    await world.signIn(stranger)
    for (const id of [session?.id ?? '', 'x', "'; drop table session"]) {
      expect((await end(stranger, encodeURIComponent(id))).status).toBe(404)
    }
    expect(await list(laptop)).toHaveLength(2)
  })

  it('can all be ended at once', async () => {
    const { laptop, phone } = await twoBrowsers()
    expect((await post(laptop, '/api/auth/sign-out-everywhere')).status).toBe(204)
    expect([await world.whoIs(laptop), await world.whoIs(phone)]).toEqual([null, null])
    expect([...laptop.cookies(url).keys()]).toEqual([])
  })

  it('end in this browser alone by signing out, also twice', async () => {
    const { laptop, phone, claims } = await twoBrowsers()
    const token = world.tokenOf(laptop)
    expect((await post(laptop, '/api/auth/sign-out')).status).toBe(204)
    expect((await post(laptop, '/api/auth/sign-out')).status).toBe(204)
    laptop.plant(url, 'atelier_session', token)
    expect(await world.whoIs(laptop)).toBeNull()
    expect(await world.whoIs(phone)).toBe(claims.email)
  })

  it('are not available to programs and visitors', async () => {
    const { laptop } = await twoBrowsers()
    const { id } = (await (await laptop.request(`${url}/api/account`)).json()) as { id: string }
    const authorization = `Bearer ${await createApiKey(context, id, 'test')}`
    const calls = [
      ['GET', '/api/account/sessions'],
      ['DELETE', `/api/account/sessions/${id}`],
      ['POST', '/api/auth/sign-out-everywhere'],
      ['GET', '/api/account/export'],
      ['GET', '/api/account/export/size'],
      ['DELETE', '/api/account'],
    ] as const
    for (const [method, path] of calls) {
      const byKey = await fetch(url + path, { method, headers: { authorization } })
      expect([path, byKey.status, await byKey.json()]).toMatchObject([
        path,
        403,
        { code: 'session_needed' },
      ])
      const anonymous = await fetch(url + path, { method })
      expect([path, anonymous.status]).toEqual([path, 401])
    }
  })

  it('cannot be ended by another site’s page', async () => {
    const { laptop } = await twoBrowsers()
    const headers = { origin: 'https://evil.example' }
    for (const path of ['/api/auth/sign-out', '/api/auth/sign-out-everywhere']) {
      expect((await laptop.request(url + path, { method: 'POST', headers })).status).toBe(403)
    }
    expect(await list(laptop)).toHaveLength(2)
  })
})

describe('an open stream', () => {
  it('is notified at once that its session was ended elsewhere, and ends; others continue', async () => {
    const { laptop, phone } = await twoBrowsers()
    const [gone, staying] = [await follow(phone), await follow(laptop)]
    const other = (await list(laptop)).find(({ is_current: isCurrent }) => !isCurrent)?.id ?? ''
    await end(laptop, other)
    expect((await gone.ended).at(-1)).toBe('signed-out')
    expect(await Promise.race([staying.ended, Promise.resolve('still open')])).toBe('still open')
    await post(laptop, '/api/auth/sign-out-everywhere')
    expect((await staying.ended).at(-1)).toBe('signed-out')
  })

  it('ends after a new sign-in in its browser', async () => {
    const claims = newPerson()
    const browser = createBrowser()
    await world.signIn(browser, claims)
    const stream = await follow(browser)
    await world.signIn(browser, claims)
    expect((await stream.ended).at(-1)).toBe('signed-out')
  })
})
