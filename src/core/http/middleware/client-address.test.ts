import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { clientAddress, isThroughUnknownProxy } from './client-address.ts'

type Seen = { peer: string; forwarded?: string; proxies?: number }

async function see({ peer, forwarded, proxies = 0 }: Seen) {
  const app = new Hono().get('/', (c) =>
    c.json({ address: clientAddress(c, proxies), isUnknown: isThroughUnknownProxy(c, proxies) }),
  )
  const incoming = {
    socket: {
      remoteAddress: peer,
      remotePort: 1,
      remoteFamily: peer.includes(':') ? 'IPv6' : 'IPv4',
    },
  }
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const response = await app.request('/', { headers }, { incoming })
  return (await response.json()) as { address: string; isUnknown: boolean }
}

describe('the address of a client', () => {
  it.each<[string, Seen, string]>([
    ['the connection’s', { peer: '203.0.113.7' }, '203.0.113.7'],
    [
      'the connection’s, whatever it says',
      { peer: '203.0.113.7', forwarded: '1.2.3.4' },
      '203.0.113.7',
    ],
    [
      'what one proxy heard',
      { peer: '10.0.0.1', forwarded: '203.0.113.7', proxies: 1 },
      '203.0.113.7',
    ],
    [
      'the entry of the proxy, not the forged ones before it',
      { peer: '10.0.0.1', forwarded: '1.2.3.4, 203.0.113.7', proxies: 1 },
      '203.0.113.7',
    ],
    [
      'what the outer of two heard',
      { peer: '10.0.0.1', forwarded: '1.2.3.4, 203.0.113.7, 10.0.0.2', proxies: 2 },
      '203.0.113.7',
    ],
    [
      'the first, where there are fewer proxies',
      { peer: '10.0.0.1', forwarded: '203.0.113.7', proxies: 3 },
      '203.0.113.7',
    ],
    [
      'the connection’s, where the proxy says nothing',
      { peer: '10.0.0.1', proxies: 1 },
      '10.0.0.1',
    ],
    ['IPv4 however it is written', { peer: '::ffff:203.0.113.7' }, '203.0.113.7'],
    [
      'without a port',
      { peer: '10.0.0.1', forwarded: '203.0.113.7:5123', proxies: 1 },
      '203.0.113.7',
    ],
    ['a household of IPv6', { peer: '2001:db8:1:2:aaaa::1' }, '2001:db8:1:2::/64'],
    [
      'with brackets and a port',
      { peer: '::1', forwarded: '[2001:db8:1:2::9]:443', proxies: 1 },
      '2001:db8:1:2::/64',
    ],
    ['nonsense', { peer: '10.0.0.1', forwarded: 'unknown', proxies: 1 }, 'unknown'],
  ])('is %s', async (_, seen, address) => {
    expect((await see(seen)).address).toBe(address)
  })

  it('may come through a proxy that is not configured', async () => {
    expect(await see({ peer: '127.0.0.1', forwarded: '203.0.113.7' })).toMatchObject({
      isUnknown: true,
    })
    expect(await see({ peer: '10.0.0.1', forwarded: '203.0.113.7', proxies: 1 })).toMatchObject({
      isUnknown: false,
    })
    expect(await see({ peer: '8.8.8.8', forwarded: '203.0.113.7' })).toMatchObject({
      isUnknown: false,
    })
    expect(await see({ peer: '127.0.0.1' })).toMatchObject({ isUnknown: false })
  })
})
