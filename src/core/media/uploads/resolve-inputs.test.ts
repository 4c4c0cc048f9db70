import type { RequestListener } from 'node:http'
import { createServer as createGate } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import type { Accept } from '#core/models/rules/fields.ts'
import { Refused } from '#core/refused.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { sampleFile, testFileHost } from '#testing/files.ts'
import { maxUploadBytes } from '../upload-rules.ts'
import type { ForeignFiles, Lookup } from './check-address.ts'
import { resolveInputs } from './resolve-inputs.ts'

const context = await testContext()
const host = await testFileHost()
const account = await testAccount(context)
const photo = await sampleFile('photo.jpg')
const good = host.serve('photo.jpg', photo)

async function resolve(
  address: string,
  { foreignFiles, accept = 'image' }: { foreignFiles?: ForeignFiles; accept?: Accept } = {},
) {
  const options = { ...context, foreignFiles: foreignFiles ?? { allowPrivateAddresses: true } }
  const files = [{ field: 'image_url', address, accept }]
  try {
    const [found] = await resolveInputs(options, {
      accountId: account.id,
      origins: ['http://studio.example'],
      files,
    })
    return found?.media ? 'kept' : null
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason === 'invalid_input')
      return error.refusal.problems[0]
    throw error
  }
}

const unreachable = { field: 'image_url', problem: 'not_reachable' }
const serve = (name: string, listener: RequestListener) => host.serve(name, listener)
const redirect = (name: string, location: string) =>
  serve(name, (_request, response) => response.writeHead(302, { location }).end())

it('fetches, validates and stores a file, also after redirects', async () => {
  expect(await resolve(good)).toBe('kept')
  expect(await resolve(redirect('a', redirect('b', redirect('c', good))))).toBe('kept')
  const [media] = await context.database
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', account.id)
    .execute()
  expect(media).toMatchObject({ role: 'input', generation_id: null, content_type: 'image/jpeg' })
})

it('resolves our own files, by either kind of address, for accounts that may read them', async () => {
  await resolve(good)
  const media = await context.database.selectFrom('media').selectAll().executeTakeFirstOrThrow()
  for (const start of ['', 'http://studio.example'])
    expect(await resolve(`${start}/media/${media.account_id}/${media.id}/1.jpg`)).toBe('kept')
  expect(
    await resolve(`/media/${media.account_id}/${media.id}/1.jpg`, { accept: 'video' }),
  ).toMatchObject({
    problem: 'wrong_file',
  })
  const stranger = await testAccount(context)
  const files = [
    {
      field: 'image_url',
      address: `/media/${media.account_id}/${media.id}/1.jpg`,
      accept: 'image' as const,
    },
  ]
  const theirs = resolveInputs(context, { accountId: stranger.id, origins: [], files })
  await expect(theirs).rejects.toMatchObject({ refusal: { problems: [unreachable] } })
  expect(await resolve('http://studio.example/api/account')).toEqual(unreachable)
})

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://localhost/',
  'http://localhost./',
  'http://[::1]/',
  'http://[::7f00:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[ff02::1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://240.0.0.1/',
  'http://user:pass@1.1.1.1/',
  'http://1.1.1.1:6379/',
  'https://1.1.1.1:22/',
  'ftp://1.1.1.1/',
  'file:///etc/passwd',
  '//127.0.0.1/',
  'http://',
  'nonsense',
])('does not connect to %s', async (address) => {
  expect(await resolve(address, { foreignFiles: {} })).toEqual(unreachable)
})

it('refuses a host when any of its addresses is internal', async () => {
  const lookup: Lookup = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  expect(await resolve('http://mixed.example/', { foreignFiles: { lookup } })).toEqual(unreachable)
})

it('resolves a host once, and connects to the checked address', async () => {
  const asked: string[] = []
  const lookup: Lookup = async (name) => {
    asked.push(name)
    return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
  }
  const { port } = new URL(host.url)
  const address = `http://rebinding.example:${port}/photo.jpg`
  expect(await resolve(address, { foreignFiles: { lookup, allowPrivateAddresses: true } })).toBe(
    'kept',
  )
  expect(asked).toEqual(['rebinding.example'])
})

/** The same machine, so that a connection would succeed; only the first one is allowed. */
const allowed = { address: '127.0.0.1', family: 4 }
const internal = { address: '::ffff:127.0.0.1', family: 6 }

it('checks every redirect like the first address', async () => {
  const reached: string[] = []
  const secret = serve('inside.jpg', (request, response) => {
    reached.push(request.headers.host ?? '')
    response.end(photo)
  })
  const { port } = new URL(host.url)
  const lookup: Lookup = async (name) => [name === 'outside.example' ? allowed : internal]
  const foreignFiles = { lookup, allowAddress: `127.0.0.1:${port}` }
  const outside = (path: string) => `http://outside.example:${port}${new URL(path).pathname}`
  expect(await resolve(outside(good), { foreignFiles })).toBe('kept')
  const inside = ['[::ffff:127.0.0.1]', 'inside.example'].map(
    (name) => `http://${name}:${port}/inside.jpg`,
  )
  for (const [index, location] of inside.entries()) {
    expect(await resolve(outside(redirect(`hop${index}`, location)), { foreignFiles })).toEqual(
      unreachable,
    )
  }
  expect(await resolve(outside(redirect('fine', outside(secret))), { foreignFiles })).toBe('kept')
  expect(reached).toEqual([`outside.example:${port}`])
})

it('resolves the host of every redirect again, and refuses one that has become internal', async () => {
  const { port } = new URL(host.url)
  let asked = 0
  const lookup: Lookup = async () => [asked++ === 0 ? allowed : internal]
  const again = redirect('moved', `http://moving.example:${port}/photo.jpg`)
  const foreignFiles = { lookup, allowAddress: `127.0.0.1:${port}` }
  expect(await resolve(again.replace('127.0.0.1', 'moving.example'), { foreignFiles })).toEqual(
    unreachable,
  )
  expect(asked).toBe(2)
})

it('reports a closed port, a missing file and a refused address alike', async () => {
  const gate = createGate().listen(0, '127.0.0.1')
  await new Promise((done) => gate.once('listening', done))
  const { port } = gate.address() as { port: number }
  await new Promise((done) => gate.close(done))
  expect(await resolve(`http://127.0.0.1:${port}/`)).toEqual(unreachable)
  expect(await resolve(`${host.url}/missing`)).toEqual(unreachable)
})

it('follows no endless redirects, and none to other schemes', async () => {
  expect(await resolve(redirect('loop', `${host.url}/loop`))).toEqual(unreachable)
  expect(await resolve(redirect('file', 'file:///etc/passwd'))).toEqual(unreachable)
  expect(await resolve(redirect('secret', host.url.replace('//', '//user:secret@')))).toEqual(
    unreachable,
  )
})

it('stops at the size limit, with and without content-length', async () => {
  const tooLarge = { field: 'image_url', problem: 'file_too_large', max: maxUploadBytes }
  const announced = serve('announced', (_request, response) => {
    response.writeHead(200, { 'content-length': maxUploadBytes + 1 }).write(photo)
  })
  expect(await resolve(announced)).toEqual(tooLarge)
  let ended = false
  const endless = serve('endless', (_request, response) => {
    response.on('close', () => {
      ended = true
    })
    response.write(photo)
    const more = () => {
      while (response.write(Buffer.alloc(1_000_000)) && !ended);
      if (!ended) response.once('drain', more)
    }
    more()
  })
  expect(await resolve(endless)).toEqual(tooLarge)
  await expect.poll(() => ended).toBe(true)
})

it('refuses compressed, wrong and cut off files', async () => {
  const bomb = serve('bomb', (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)))
  })
  expect(await resolve(bomb)).toEqual(unreachable)
  expect(await resolve(host.serve('page', Buffer.from('<html>')))).toMatchObject({
    problem: 'wrong_file',
  })
  const video = host.serve('video', await sampleFile('video.mp4'))
  expect(await resolve(video)).toMatchObject({ problem: 'wrong_file' })
  const cut = serve('cut', (_request, response) => {
    response.writeHead(200, { 'content-length': photo.length })
    response.write(photo.subarray(0, 1000), () => response.destroy())
  })
  expect(await resolve(cut)).toEqual(unreachable)
})

it('reports every problem at once', async () => {
  const files = [`${host.url}/missing`, host.serve('words', Buffer.from('words'))].map(
    (address, index) => ({
      field: `image_${index}`,
      address,
      accept: 'image' as const,
    }),
  )
  const both = resolveInputs(
    { ...context, foreignFiles: { allowPrivateAddresses: true } },
    { accountId: account.id, origins: [], files },
  )
  await expect(both).rejects.toMatchObject({
    refusal: {
      problems: [
        { field: 'image_0', problem: 'not_reachable' },
        { field: 'image_1', problem: 'wrong_file' },
      ],
    },
  })
})
afterAll(() => context.background.idle())
