import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Stubs the browser for `location.ts`, which reads the address when it is loaded. */
async function openAt(address: string) {
  const written: string[] = []
  vi.stubGlobal('location', new URL(address, 'http://atelier.test'))
  vi.stubGlobal('history', {
    state: null,
    back: () => written.push('back'),
    pushState: (state: { below?: string } | null, _title: string, to: string) =>
      written.push(`push ${to}${state?.below ? ` above ${state.below}` : ''}`),
    replaceState: (_state: unknown, _title: string, to: string) => written.push(`replace ${to}`),
  })
  return { ...(await import('./location.ts')), written }
}

describe('navigation', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllGlobals())

  it('stays in the language of the page', async () => {
    const { navigate, written } = await openAt('/zh/creator/image')
    navigate('/pricing')
    navigate('/zh/account/keys')
    expect(written).toEqual(['push /zh/pricing', 'push /zh/account/keys'])
  })

  it('writes a query, and keeps the one that is in the path', async () => {
    const { addressOf } = await openAt('/')
    expect(addressOf('/creator/image', { prompt: 'a & b', seed: undefined })).toBe(
      '/creator/image?prompt=a+%26+b',
    )
    expect(addressOf('/creator/image?seed=7#form')).toBe('/creator/image?seed=7#form')
  })

  it('keeps a query in the browser that is too long for a server', async () => {
    const { addressOf } = await openAt('/')
    const prompt = '雪'.repeat(2_000)
    const address = addressOf('/creator/text-to-speech', { prompt })
    expect(address).toBe(`/creator/text-to-speech#?${new URLSearchParams({ prompt })}`)
    const { leftAddress, navigate } = await openAt(address)
    navigate('/pricing')
    expect(leftAddress()).toBe('/creator/text-to-speech')
  })

  it('leaves no history entry where an address replaces another', async () => {
    const { navigate, written } = await openAt('/creator/image?prompt=fox')
    navigate('/creator/image', { replace: true })
    expect(written).toEqual(['replace /creator/image'])
  })

  it('returns the page of the last pressed link', async () => {
    const { leftAddress, navigate } = await openAt('/zh/creator/image?prompt=fox')
    expect(leftAddress()).toBeUndefined()
    navigate('/pricing')
    expect(leftAddress()).toBe('/zh/creator/image?prompt=fox')
    navigate('/pricing', { query: { page: 2 }, replace: true })
    expect(leftAddress()).toBeUndefined()
  })

  it('opens something above a page, and closes it by going back to that page', async () => {
    const { closeLayer, leftAddress, navigate, written } = await openAt('/history?search=fox')
    navigate('/history', { query: { search: 'fox', record: '1' }, layer: true })
    expect(leftAddress()).toBeUndefined()
    vi.stubGlobal('location', new URL('/history?search=fox&record=1', 'http://atelier.test'))
    Object.assign(history, { state: { below: '/history?search=fox' } })
    closeLayer('/history', { search: 'fox' })
    Object.assign(history, { state: null })
    closeLayer('/history', { search: 'fox' })
    expect(written).toEqual([
      'push /history?search=fox&record=1 above /history?search=fox',
      'back',
      'replace /history?search=fox',
    ])
  })

  it('never leads to another site', async () => {
    const { addressOf } = await openAt('/')
    expect(addressOf('//evil.test/path')).toBe('/path')
    expect(addressOf('https://evil.test/path')).toBe('/path')
  })
})
