import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { falVisitor, refusal, serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const photo = new Blob([new Uint8Array(await sampleFile('photo.jpg'))], { type: 'image/jpeg' })
const edit = (image_url: string | Blob) => ({ input: { prompt: 'make it night', image_url } })

describe('a file in the input of fal’s client', () => {
  it('is uploaded here, used, and found as the image that was edited', async () => {
    const { fal, request } = await falVisitor(server, url)
    const { data, requestId } = await fal.subscribe('fal-ai/flux-pro/kontext', {
      ...edit(photo),
      pollInterval: 50,
    })
    expect(data.images).toHaveLength(1)
    const { generation } = (await request('GET', '/api/image-editor/history')).body.data[0]
    expect(generation).toMatchObject({
      id: requestId,
      inputs: [{ field: 'image_url', content_type: 'image/jpeg' }],
    })
  })

  it('is validated by its bytes before anything is charged', async () => {
    const { fal, account } = await falVisitor(server, url)
    const fake = new Blob(['<svg onload="alert(1)">'], { type: 'image/png' })
    const error = await refusal(fal.queue.submit('fal-ai/flux-pro/kontext', edit(fake)))
    expect(error).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', fields: [{ field: 'image_url' }] },
    })
    expect((await readMoney(server.context, account.id)).balance).toBe(1000)
  })

  it('cannot be used by another account', async () => {
    const [one, two] = [await falVisitor(server, url), await falVisitor(server, url)]
    const address = await one.fal.storage.upload(photo)
    const error = await refusal(two.fal.queue.submit('fal-ai/flux-pro/kontext', edit(address)))
    expect(error).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'image_url', problem: 'not_reachable' }] },
    })
    expect(
      (await one.fal.queue.submit('fal-ai/flux-pro/kontext', edit(address))).request_id,
    ).toEqual(expect.any(String))
  })

  it('of another type is refused, and so is one without credentials', async () => {
    const { fal, key } = await falVisitor(server, url)
    const script = new Blob(['x'], { type: 'text/html' })
    expect(await refusal(fal.storage.upload(script))).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
    const headers = {
      'content-type': 'application/json',
      'x-fal-target-url': `https://rest.fal.ai/storage/upload/initiate`,
    }
    const send = (more: object) =>
      fetch(`${url}/api/wan/fal/proxy`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '{}',
      })
    const authorization = `Bearer ${key}`
    expect((await send({ authorization })).status).toBe(403)
    const full = `${headers['x-fal-target-url']}?storage_type=fal-cdn-v3`
    expect((await send({ 'x-fal-target-url': full })).status).toBe(401)
    expect((await send({ 'x-fal-target-url': full, authorization })).status).toBe(422)
  })

  it('may be in it as a data: URI', async () => {
    const { fal, request } = await falVisitor(server, url)
    const photo = (await sampleFile('photo.jpg')).toString('base64')
    const inline = `data:image/jpeg;base64,${photo}`
    const input = { prompt: 'make it night', image_url: inline }
    const { requestId } = await fal.subscribe('fal-ai/flux-pro/kontext', {
      input,
      pollInterval: 50,
    })
    const { generation } = (await request('GET', '/api/image-editor/history')).body.data[0]
    expect(generation).toMatchObject({ id: requestId, inputs: [{ content_type: 'image/jpeg' }] })

    const broken = { ...input, image_url: 'data:image/png;base64,!' }
    const error = await refusal(fal.queue.submit('fal-ai/flux-pro/kontext', { input: broken }))
    expect(error).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'image_url', problem: 'wrong_file' }] },
    })
  })
})
