import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { listModelRows } from '#core/models/queries.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { testDatabase } from '#testing/database/database.ts'
import { commandLine } from '#testing/in-process.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const folder = 'packages/fal-emulator/documents'
const fileOf = (endpoint: string) => `${folder}/${endpoint.replaceAll('/', '__')}.json`

/** Serves the documents as fal does. */
const server = createServer((request, response) => {
  const endpoint = new URL(request.url ?? '', 'http://x').searchParams.get('endpoint_id') ?? ''
  readFile(fileOf(endpoint)).then(
    (document) => response.end(document),
    () => response.writeHead(404).end('{}'),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => void server.close())
const FAL_OPENAPI_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`

describe('model import', () => {
  it('prints the definition, what is unmapped and problems, and changes nothing', async () => {
    const atelier = await commandLine({ FAL_OPENAPI_URL })
    const { code, output } = await atelier('model import fal-ai/flux-2 --dry-run --json')
    const printed = JSON.parse(output)
    expect(code).toBe(0)
    expect(printed.definition).toMatchObject({ id: 'flux-2', kind: 'image', untested: true })
    expect(printed.unmapped).toContainEqual({ path: 'sync_mode', reason: expect.any(String) })
    expect(printed.problems).toEqual([{ path: 'price', message: 'price missing' }])
    expect(await listOperatorActions(await testDatabase(), { limit: 10 })).toEqual([])
  })

  it('saves a model with its price and leaves an audit entry', async () => {
    const atelier = await commandLine({ FAL_OPENAPI_URL })
    const line = 'model import fal-ai/flux-2 --price 40 --reason wanted'
    expect(await atelier(line)).toMatchObject({ code: 0, said: '' })
    const [entry] = await listOperatorActions(await testDatabase(), { limit: 1 })
    expect(entry).toMatchObject({ act: 'model.save', reason: 'wanted' })
  })

  it('reads the documents of the emulator in the demo', async () => {
    const atelier = await commandLine({ ATELIER_MODE: 'demo', FAL_KEY: '' })
    const { code, output } = await atelier('model import fal-ai/flux-2 --dry-run')
    expect([code, JSON.parse(output).definition.id]).toEqual([0, 'flux-2'])
    const { code: unknown, said } = await atelier('model import fal-ai/none --dry-run')
    expect([unknown, said]).toEqual([1, expect.stringContaining('no endpoint fal-ai/none')])
  })

  it('says how a file is named', async () => {
    const atelier = await commandLine()
    const { code, said } = await atelier('model import doc.json')
    expect([code, said]).toEqual([2, expect.stringContaining("doc.json is a file: use '--file")])
  })

  it('saves nothing without a price', async () => {
    const atelier = await commandLine()
    const { code, output } = await atelier(`model import --file ${fileOf('fal-ai/qwen-image')}`)
    expect([code, output]).toEqual([1, '{"path":"price","message":"price missing"}\n'])
  })

  it('writes a definition that is valid to a file', async () => {
    const directory = await createTemporaryDirectory('import')
    onTestFinished(() => removeTemporaryDirectory(directory))
    const out = path.join(directory, 'speech.json')
    const atelier = await commandLine()
    const source = fileOf('fal-ai/minimax/preview/speech-2.5-hd')
    expect(await atelier(`model import --file ${source} --price 5 --out ${out}`)).toMatchObject({
      code: 0,
    })
    expect(await atelier(`model check ${out}`)).toMatchObject({ code: 0 })
  })

  it('does not replace a model that comes with the product', async () => {
    const atelier = await commandLine()
    const line = `model import --file ${fileOf('fal-ai/flux/dev')} --price 40`
    expect(await atelier(line)).toMatchObject({
      code: 1,
      output: '{"path":"id","message":"flux-dev comes with the product; choose another id"}\n',
    })
    expect(await atelier(`${line} --id flux-dev-2`)).toMatchObject({ code: 0 })
  })

  it('adds a ready definition, and does not offer it yet', async () => {
    const atelier = await commandLine()
    const { output } = await atelier('model add')
    expect(output.trim().split('\n').length).toBeGreaterThanOrEqual(12)
    expect(await atelier('model add veo3.1')).toEqual({
      code: 0,
      output: '{"id":"veo3.1","enabled":false}\n',
      said: '',
    })
    const rows = await listModelRows(await testDatabase())
    expect(rows.find(({ id }) => id === 'veo3.1')).toMatchObject({ is_enabled: false })
    expect(await atelier('model add nothing')).toMatchObject({ code: 1 })
  })

  it('says what is wrong with an endpoint, a file or the command', async () => {
    const atelier = await commandLine({ FAL_OPENAPI_URL })
    expect((await atelier('model import fal-ai/unknown')).said).toMatch('answered 404')
    expect((await atelier('model import --file README.md')).said).toMatch('not a JSON document')
    expect(await atelier('model import --price 4')).toMatchObject({ code: 2 })
    expect(await atelier('model import --file package.json --price 4')).toMatchObject({ code: 1 })
  })
})
