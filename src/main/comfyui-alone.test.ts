import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ModelsView } from '#core/models/models-contract.ts'
import { fileDirectory } from '#testing/after-file.ts'
import { freePort } from '#testing/free-port.ts'
import { createProduct } from '#testing/product.ts'
import { comfyDefinition } from '#testing/providers/comfyui-model.ts'
import { comfyServer } from '#testing/providers/comfyui-server.ts'

type JsonBody = { content: Record<string, { schema: { anyOf: object[] } }> }
type ApiDocument = { paths: Record<string, { post?: { requestBody: JsonBody } }> }

/** A production studio whose only provider is a ComfyUI server. */
async function studioWithComfyUi() {
  const [comfy, port, models] = await Promise.all([
    comfyServer(),
    freePort(),
    fileDirectory('comfyui-models'),
  ])
  await writeFile(path.join(models, 'own-image.json'), JSON.stringify(comfyDefinition))
  const product = await createProduct({
    ATELIER_MODE: 'production',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    ...{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    ...{ FAL_KEY: '', COMFYUI_URLS: comfy.url, MODELS_DIR: models },
  })
  onTestFinished(product.remove)
  const { url } = await product.start()
  const made = await product.atelier(
    ...['account', 'create', '--email', 'ada@example.com'],
    ...['--credits', '100', '--paid', '--key'],
  )
  const headers = {
    authorization: `Bearer ${JSON.parse(made.output).api_key}`,
    'content-type': 'application/json',
  }
  const get = async <Body>(path: string) =>
    (await (await fetch(url + path, { headers })).json()) as Body
  const create = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { id: string } }
  }
  return { product, comfy, get, create }
}

it('runs in production on ComfyUI alone', { timeout: 120_000 }, async () => {
  const { product, comfy, get, create } = await studioWithComfyUi()

  const { models, missing_forms: missing } = await get<ModelsView>('/api/models')
  const offered = models.filter(({ is_offered: isOffered }) => isOffered)
  expect(offered.map(({ id }) => id)).toEqual(['own-image'])
  expect(missing).toEqual(expect.arrayContaining(['text-to-video', 'text-to-image/flux-dev']))
  expect(missing).not.toContain('text-to-image')
  const image = '/api/image-generation/create'
  const { paths } = await get<ApiDocument>('/api/openapi.json')
  expect(paths['/api/wan/createVideo']?.post).toBeUndefined()
  const content = paths[image]?.post?.requestBody.content['application/json']
  expect(content?.schema.anyOf).toHaveLength(1)

  const refused = { status: 400, body: { code: 'unknown_model' } }
  expect(await create(image, { model: 'flux-dev', prompt: 'a kite' })).toMatchObject(refused)
  expect(await create('/api/wan/createVideo', { prompt: 'a kite' })).toMatchObject(refused)
  const { status, body } = await create(image, { prompt: 'a kite' })
  expect(status).toBe(200)
  const read = () => get<{ status: string }>(`/api/generations/${body.id}`)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')

  const [job] = comfy.jobs.values()
  expect(job?.workflow[6]?.inputs).toEqual({ text: 'a kite' })
  const { data } = await get<{ data: object[] }>('/api/image-generation/history')
  expect(data).toMatchObject([
    { credits: 5, generation: { id: body.id, model_name: comfyDefinition.name } },
  ])
  expect(await get('/api/account')).toMatchObject({ credits: { left_credits: 95 } })
  expect(await product.atelier('ledger', 'verify')).toMatchObject({ code: 0 })

  const { output } = await product.atelier('doctor')
  expect(output).toMatch(/1 can be started; [1-9]\d are not offered.*not configured: fal/)
  const listed = (await product.atelier('model', 'list')).output.trim().split('\n')
  const configured = listed.map((line) => JSON.parse(line)).filter((one) => one.provider_configured)
  expect(configured.map(({ id }) => id)).toEqual(['own-image'])
})
