import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createApp } from '#core/api/app.ts'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { describePage } from '#core/pages/web-files.ts'
import type { WebFiles } from '#core/pages/web-routes.ts'
import { fluxDev } from '#testing/models.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ delayMs: 0 })
const { context } = server
const template =
  '<!doctype html><html lang="en"><head><meta name="description" content="x"><title>Atelier</title></head><body><div id="app"></div></body></html>'
const files: WebFiles = new Map(
  ['en', 'zh'].map((language) => [`/${language}.html`, describePage(template)]),
)
const app = createApp(server.options, files)
const origin = 'http://localhost:3000'

type Shared = { prompt?: string; type?: string; is_listed?: boolean; shows_settings?: boolean }

async function shareImage({ prompt = 'a red fox', type = 'image/png', ...change }: Shared = {}) {
  const owner = await testPerson(server)
  const create = { width: 640, height: 480, channels: 3, background: '#345' } as const
  await recordSample(context, {
    ...{ accountId: owner.account.id, model: fluxDev, input: { prompt }, files: {} },
    ...{ daysAgo: 0, results: [await sharp({ create }).png().toBuffer()], answer: null },
  })
  const { body } = await owner.request('GET', '/api/image-generation/history')
  const { id, images } = body.data[0].generation as GenerationView
  await sql`update media set content_type = ${type} where generation_id = ${id}`.execute(
    context.database,
  )
  const wanted = { is_listed: false, shows_settings: true, ...change }
  const share = await owner.request('PUT', `/api/generations/${id}/share`, wanted)
  return { owner, id, url: images[0]?.url ?? '', token: share.body.token as string }
}

async function open(path: string) {
  const answer = await app.request(origin + path)
  const text = await answer.text()
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]
  return { status: answer.status, headers: answer.headers, text, meta }
}

it('describes itself to other sites, and shows its media without scripts', async () => {
  const { token, url, owner } = await shareImage()
  const { status, text, meta } = await open(`/share/${token}`)
  expect(status).toBe(200)
  expect(text).toContain('<title>a red fox</title>')
  expect(text).toContain(`<link rel="canonical" href="${origin}/share/${token}">`)
  expect([meta('og:title'), meta('og:image'), meta('og:image:type')]).toEqual([
    ...['a red fox', url, 'image/png'],
  ])
  expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['640', '480'])
  expect([meta('twitter:card'), meta('robots')]).toEqual(['summary_large_image', 'noindex'])
  expect(text).toContain(`<img src="${url}" alt="a red fox · AI-generated"`)
  expect(text).not.toContain(owner.account.email)

  const [, oembed = ''] = /application\/json\+oembed" href="([^"]*)"/.exec(text) ?? []
  const answer = await app.request(oembed.replaceAll('&amp;', '&'))
  expect(await answer.json()).toMatchObject({ type: 'photo', url })
})

it('is for search engines only where Explore lists it, and speaks the language of its path', async () => {
  const { token } = await shareImage({ is_listed: true, shows_settings: false })
  const { text, meta } = await open(`/zh/share/${token}`)
  expect(meta('robots')).toBeUndefined()
  expect(text).toContain('<html lang="zh-CN"')
  expect(meta('og:title')).toContain('生成的图片')
  expect(text).not.toContain('a red fox')
})

it('names the file, type and size of a video', async () => {
  const { token, url } = await shareImage({ type: 'video/mp4' })
  const { meta, text } = await open(`/share/${token}`)
  expect([meta('og:type'), meta('og:video'), meta('og:video:type')]).toEqual([
    ...['video.other', url, 'video/mp4'],
  ])
  expect([meta('og:video:width'), meta('og:video:height')]).toEqual(['640', '480'])
  expect(text).toMatch(/<video controls [^>]*><\/video>/)
})

it('never runs what a prompt contains', async () => {
  const prompt = `</title><script>alert(1)</script>"><img src=x onerror=alert(2)> $& $\` a 'b'`
  const { token } = await shareImage({ prompt })
  const { text, headers } = await open(`/share/${token}`)
  // Data for search engines is no script: one element, and what it holds is one JSON text.
  const [data, ...others] = [...text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  expect(others).toEqual([])
  expect(data?.[1]).toBe(' type="application/ld+json"')
  expect(JSON.parse(data?.[2] ?? '')).toMatchObject({
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  })
  expect(text).not.toContain('<script>')
  expect(text).not.toContain('<img src=x')
  expect(text.match(/<title>/g)).toHaveLength(1)
  expect(text.match(/<\/title>/g)).toHaveLength(1)
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
})

it('answers 404 for a share that ended, exactly as for one that never was', async () => {
  const { token, owner, id } = await shareImage()
  await owner.request('DELETE', `/api/generations/${id}/share`)
  const ended = await open(`/share/${token}`)
  const missing = await open(`/share/${'x'.repeat(22)}`)
  expect([ended.status, missing.status]).toEqual([404, 404])
  expect(ended.text).toBe(missing.text)
  expect((await open('/share/nothing')).status).toBe(404)
})
