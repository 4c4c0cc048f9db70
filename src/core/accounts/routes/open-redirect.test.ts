import { describe, expect, it } from 'vitest'
import { ownPath } from '#core/http/own-addresses.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'

const world = await signInEnvironment()

/** Addresses of other sites, at least for some browser, proxy or later step. */
const elsewhere = [
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:///evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\u0000/evil.example',
  ' //evil.example',
  '/ /../..//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/%2F/../..//evil.example',
  '@evil.example',
  ':80@evil.example',
  '.evil.example',
  'evil.example',
  '?next=//evil.example',
  '#//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '/api/auth/sign-in?return_to=/',
  '/API/auth/sign-out',
  '/media/someone-elses/page.html',
  '/demo/identity/auth',
]

/** Own paths that only resemble external addresses. */
const harmless = [
  '/https://evil.example',
  '/%5Cevil.example',
  '/%2F%2Fevil.example',
  '/x?to=//evil.example',
  '/x#//evil.example',
]

describe('the return path', () => {
  it.each(elsewhere)('never leads to another site: %j', (path) => {
    const to = ownPath(path)
    expect(new URL(to, 'https://own.example').origin).toBe('https://own.example')
    expect(to).not.toMatch(/^\/[/\\]/)
    expect(to).not.toMatch(/^\/(api|media|demo)\//i)
  })

  it.each(harmless)('can be any path of ours: %j', (path) => {
    expect(ownPath(path)).toBe(path)
    expect(new URL(ownPath(path), 'https://own.example').origin).toBe('https://own.example')
  })

  it('is validated during the whole sign-in, successful or not', async () => {
    world.person.claims = newPerson()
    for (const path of elsewhere) {
      const browser = createBrowser()
      const [good, bad] = [await world.arrive(browser, path), await world.arrive(browser, path)]
      bad.searchParams.set('code', 'x')
      for (const callback of [good, bad]) {
        const { to } = await world.enter(browser, callback)
        expect([path, new URL(to, world.url).origin]).toEqual([path, world.url])
        expect(to).toMatch(/^\/(?![/\\])/)
      }
    }
  })

  it('is read once: a second one is ignored', async () => {
    world.person.claims = newPerson()
    const browser = createBrowser()
    const way = `${world.url}/api/auth/sign-in?return_to=/creator/image&return_to=//evil.example`
    const { url } = await browser.open(way, (address) => address.href.startsWith(world.callbackUrl))
    expect((await world.enter(browser, url)).to).toBe('/creator/image')
  })
})
