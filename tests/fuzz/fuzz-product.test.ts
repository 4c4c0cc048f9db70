import { describe, expect, it } from 'vitest'
import { errorStatuses } from '#core/texts/contract/errors.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { markingStudio } from '#testing/provenance.ts'
import { testServer } from '#testing/server.ts'
import { collectWorld } from '#testing/services/collect-world.ts'
import { mutateFile, seededRandom } from './mutate-file.ts'
import { fuzzedFiles } from './run-fuzz.ts'

/** Damaged copies of small real files, the same in each run. */
async function damaged(names: readonly string[], each: number) {
  const copies = names.map(async (name, place) => {
    const sample = await sampleFile(name)
    return Array.from({ length: each }, (_, at) => ({
      name,
      file: mutateFile(sample, seededRandom(1_000 * place + at)).file,
    }))
  })
  return (await Promise.all(copies)).flat()
}

const images = ['photo.jpg', 'photo.png', 'photo.heic']

describe('damaged files sent to a server', () => {
  it('are accepted or refused by a documented code, as uploads and as data: URIs', async () => {
    const server = await testServer({ media: 'plain', delayMs: 50 })
    const url = await serveApp(server)
    const { key } = await creatingClient(server, { credits: 1_000_000 })
    const authorization = `Bearer ${key}`
    const send = async (path: string, body: FormData | string, type?: string) => {
      const headers = { authorization, ...(type && { 'content-type': type }) }
      const answer = await fetch(url + path, { method: 'POST', headers, body })
      const { code } = (await answer.json()) as { code?: string }
      if (!answer.ok) expect(Object.keys(errorStatuses)).toContain(code)
      expect(answer.status).toBeLessThan(500)
      return answer.ok
    }
    const outcomes: boolean[] = []
    for (const { name, file } of await damaged(fuzzedFiles, 3)) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(file)]), name)
      const route = images.includes(name) ? 'upload-image-wan-i2v' : 'upload-video'
      outcomes.push(await send(`/api/${route}`, form))
    }
    for (const { file } of await damaged(images, 5)) {
      const image_url = `data:image/jpeg;base64,${file.toString('base64')}`
      const asked = { model: 'flux-pro-kontext', prompt: 'make it night', image_url }
      outcomes.push(
        await send('/api/image-editor/create', JSON.stringify(asked), 'application/json'),
      )
    }
    expect(new Set(outcomes)).toEqual(new Set([true, false]))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

describe('damaged results of a provider', () => {
  it.each([true, false])(
    'are stored, or the job fails and is refunded in full, marked: %s',
    async (isMarking) => {
      const { base, host, world } = await collectWorld()
      const { start, end, money } = await world(isMarking ? markingStudio(base) : {})
      const before = (await money()).balance
      let spent = 0
      for (const [index, { file }] of (await damaged(['photo.jpg', 'photo.png'], 6)).entries()) {
        const id = await start('image', { images: [{ url: host.serve(`${index}.png`, file) }] })
        const { status, price, refunded } = await end(id)
        expect(['completed', 'failed']).toContain(status)
        expect(refunded).toBe(status === 'failed' ? price : 0)
        spent += price - refunded
      }
      expect(await money()).toMatchObject({ balance: before - spent, sum: before - spent })
    },
  )
})
