import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Grant } from '../storage.ts'

const door = '/media/signed/'

export type Signer = { baseUrl: string; secret: string; now(): Date }

/**
 * An address of our own that allows `grant` for `seconds`. The signature covers method, path and
 * every parameter.
 */
export function signUrl({ baseUrl, secret, now }: Signer, grant: Grant, seconds: number): string {
  const params = new URLSearchParams({
    expires: String(Math.floor(now().getTime() / 1000) + seconds),
  })
  if (grant.contentType !== null) params.set('type', grant.contentType)
  if (grant.method === 'PUT') params.set('bytes', String(grant.bytes))
  else if (grant.fileName !== null) params.set('name', grant.fileName)
  const path = door + grant.key
  params.set('signature', signature(secret, grant.method, path, params).toString('base64url'))
  return `${baseUrl}${path}?${params}`
}

/**
 * What a signed address allows; `null` when it was altered, has expired, or is not ours. The host
 * does not matter.
 */
export function readSignedUrl(
  { secret, now }: Signer,
  method: Grant['method'],
  url: URL,
): Grant | null {
  const params = new URLSearchParams(url.search)
  const given = Buffer.from(params.get('signature') ?? '', 'base64url')
  params.delete('signature')
  const expected = signature(secret, method, url.pathname, params)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  if (now().getTime() >= Number(params.get('expires')) * 1000) return null

  const key = url.pathname.slice(door.length)
  const contentType = params.get('type')
  if (method === 'GET') return { method, key, contentType, fileName: params.get('name') }
  return contentType === null
    ? null
    : { method, key, contentType, bytes: Number(params.get('bytes')) }
}

function signature(secret: string, method: string, path: string, params: URLSearchParams): Buffer {
  return createHmac('sha256', secret).update(`signed media\n${method}\n${path}\n${params}`).digest()
}
