import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { unzip } from '#testing/api/collector.ts'
import type { CanvasView } from './contract.ts'
import { keptVersions, maxDocuments, maxLayers } from './rules.ts'
import { canvasTests, documentOf, imageLayer, pngOf } from './test-support.ts'

const { person, create, save, send, server } = await canvasTests()
const { context } = server
const path = '/api/canvas/documents'

describe('a document', () => {
  it('is saved with its layers, loaded, listed, copied and deleted', async () => {
    const ada = await person()
    const empty = await create(ada)
    expect(empty).toMatchObject({ name: 'Poster', width: 640, height: 480, version: 1 })
    const file = await pngOf(12)
    await send(ada, empty.id, file)
    const document = documentOf([
      { ...imageLayer('a', file.sha256), parent: 'g' },
      { ...imageLayer('g'), kind: 'group', width: undefined, height: undefined, tiles: undefined },
    ])
    const more = { name: 'Blue', width: 800, thumbnail: file.sha256, document }
    const saved = await save(ada, empty.id, 1, more)
    expect(saved).toMatchObject({ status: 200, body: { version: 2, name: 'Blue', width: 800 } })
    const address = `${path}/${empty.id}`
    const { body } = await ada.request('GET', address)
    expect(body).toEqual({ ...saved.body, document: JSON.parse(JSON.stringify(document)) })
    expect(body.bytes).toBe(Buffer.byteLength(JSON.stringify(document)))

    const copy = await ada.request('POST', `${address}/copy`, { name: 'Copy' })
    expect(copy).toMatchObject({ status: 201, body: { name: 'Copy', version: 1, width: 800 } })
    const listed = (await ada.request('GET', path)).body
    expect(listed.documents.map(({ name }: CanvasView) => name)).toEqual(['Copy', 'Blue'])
    expect(listed.next).toBeNull()
    expect((await ada.request('GET', `${path}/${copy.body.id}`)).body.document).toEqual(
      body.document,
    )

    expect((await ada.request('DELETE', address)).status).toBe(204)
    expect((await ada.request('DELETE', address)).status).toBe(404)
    expect((await ada.request('GET', `${address}/versions`)).status).toBe(404)
    expect((await ada.request('GET', path)).body.documents).toHaveLength(1)
  })

  it('is listed a page at a time, the last saved first', async () => {
    const ada = await person()
    const row = { account_id: ada.account.id, name: 'x', width: 1, height: 1, version: 1, bytes: 1 }
    const ids = Array.from({ length: 120 }, () => crypto.randomUUID())
    await context.database
      .insertInto('canvas_document')
      .values(ids.map((id, n) => ({ ...row, id, updated_at: new Date(1e12 + n) })))
      .execute()
    const read: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await ada.request('GET', `${path}${next && `?after=${next}`}`)
      expect(body.documents.length).toBeLessThanOrEqual(50)
      read.push(...body.documents.map(({ id }: CanvasView) => id))
      next = body.next
    }
    expect(read).toEqual(ids.toReversed())
  })

  it('keeps its newest versions, which can be read', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const count = keptVersions + 3
    for (let version = 1; version < count; version++)
      expect((await save(ada, id, version, { width: version })).status).toBe(200)
    const address = `${path}/${id}/versions`
    const { versions } = (await ada.request('GET', address)).body
    expect(versions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: keptVersions }, (_, n) => count - n),
    )
    const last = await ada.request('GET', `${address}/${count}`)
    expect(last).toMatchObject({ status: 200, body: { version: count, width: count - 1 } })
    for (const missing of ['3', '999', 'x', '-1', '1e3'])
      expect((await ada.request('GET', `${address}/${missing}`)).status).toBe(404)
  })

  it('is not overwritten by another tab, whose save is refused with the saved version', async () => {
    const ada = await person()
    const { id } = await create(ada)
    expect((await save(ada, id, 1, { width: 100 })).status).toBe(200)
    expect((await save(ada, id, 1, { width: 200 })).body).toMatchObject({
      code: 'canvas_conflict',
      current: 2,
      saved_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const { body } = await ada.request('GET', `${path}/${id}`)
    expect(body).toMatchObject({ version: 2, width: 100 })
    expect((await save(ada, id, 7)).status).toBe(409)
    expect((await save(ada, id, 2, { width: 200 })).body).toMatchObject({ version: 3, width: 200 })
  })

  it('is saved once by twenty parallel saves of the same version', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const widths = Array.from({ length: 20 }, (_, n) => n + 1)
    const answers = await Promise.all(widths.map((width) => save(ada, id, 1, { width })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'canvas_conflict')).toHaveLength(19)
    const { body } = await ada.request('GET', `${path}/${id}`)
    expect(body).toMatchObject({ version: 2, width: won[0]?.body.width })
    expect((await ada.request('GET', `${path}/${id}/versions`)).body.versions).toHaveLength(2)
  })

  it('is refused with the field that is wrong, and nothing is saved', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const layer = imageLayer('a')
    const wrong: [object, string, number?][] = [
      [{ name: '' }, 'name'],
      [{ width: 8_193 }, 'width', 8_192],
      [{ height: 0 }, 'height'],
      [{ more: 1 }, 'more'],
      [{ document: { format: 2, layers: [] } }, 'document.format'],
      [{ document: { ...documentOf([]), more: 1 } }, 'more'],
      [{ document: documentOf([{ ...layer, spin: 1 }]) }, 'spin'],
      [{ document: documentOf([{ ...layer, kind: 'video' }]) }, 'document.layers.0.kind'],
      [
        { document: documentOf([layer, { ...imageLayer('b'), opacity: 2 }]) },
        'document.layers.1.opacity',
      ],
      [{ document: documentOf([{ ...layer, blend: 'add' }]) }, 'document.layers.0.blend'],
      [{ document: documentOf([imageLayer('a', 'x')]) }, 'document.layers.0.tiles.0.file'],
      [{ document: documentOf(Array(maxLayers + 1).fill(layer)) }, 'document.layers', maxLayers],
    ]
    for (const [more, field, max] of wrong) {
      const { status, body } = await save(ada, id, 1, more)
      expect([status, body.code], JSON.stringify(body)).toEqual([400, 'invalid_input'])
      expect(body.fields).toMatchObject([{ field, ...(max !== undefined && { max }) }])
    }
    const cases: [object[], string][] = [
      [[layer, layer], 'canvas_layer_repeated'],
      [[{ ...layer, parent: 'b' }, imageLayer('b')], 'canvas_group_missing'],
    ]
    for (const [layers, code] of cases)
      expect(await save(ada, id, 1, { document: documentOf(layers) })).toMatchObject({
        status: 400,
        body: { code },
      })
    expect((await ada.request('GET', `${path}/${id}/versions`)).body.versions).toHaveLength(1)
  })

  it('has a megabyte of layers at most', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const text = { text: 'é'.repeat(5_000), font_size: 20, font_family: 'serif', color: '#000000' }
    const { tiles: _, height: __, ...common } = imageLayer('x')
    const layers = Array.from({ length: 99 }, (_, n) => ({
      ...{ ...common, ...text, kind: 'text', weight: 400, align: 'left', width: null, id: `${n}` },
    }))
    expect((await save(ada, id, 1, { document: documentOf(layers.slice(0, 90)) })).status).toBe(200)
    expect(await save(ada, id, 2, { document: documentOf(layers) })).toMatchObject({
      status: 413,
      body: { code: 'canvas_too_large', max: 1_000_000 },
    })
    const more = { ...layers[0], text: 'x'.repeat(100_000) }
    expect(await save(ada, id, 2, { document: documentOf([...layers, more]) })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    })
  })

  it('is one of two hundred at most, also with parallel requests', async () => {
    const ada = await person()
    const row = { account_id: ada.account.id, name: 'x', width: 1, height: 1, version: 1, bytes: 1 }
    await context.database
      .insertInto('canvas_document')
      .values(Array.from({ length: maxDocuments - 2 }, () => ({ ...row, id: crypto.randomUUID() })))
      .execute()
    const body = { name: 'x', width: 1, height: 1, document: documentOf([]) }
    const made = await Promise.all([1, 2, 3, 4].map(() => ada.request('POST', path, body)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(made.filter(({ body }) => body.code === 'too_many_canvases')).toHaveLength(2)
  })

  it('is its owner’s alone', async () => {
    const [ada, ben] = [await person(), await person()]
    const { id } = await create(ada)
    const none = { status: 404, body: { code: 'not_found' } }
    expect(await ben.request('GET', `${path}/${id}`)).toMatchObject(none)
    expect(await save(ben, id, 1)).toMatchObject(none)
    expect(await ben.request('DELETE', `${path}/${id}`)).toMatchObject(none)
    expect(await ben.request('POST', `${path}/${id}/copy`, { name: 'x' })).toMatchObject(none)
    expect((await ben.request('GET', path)).body.documents).toEqual([])
    expect((await ada.request('GET', `${path}/${id}`)).body.version).toBe(1)
  })

  it('is in the export of its account, and deleted with it', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await pngOf(30)
    await send(ada, id, file)
    await save(ada, id, 1, { document: documentOf([imageLayer('a', file.sha256)]) })
    const chunks: Uint8Array[] = []
    for await (const chunk of exportAccount(context, ada.account)) chunks.push(chunk)
    const [first] = await unzip(Buffer.concat(chunks))
    const { canvases } = JSON.parse(first?.content.toString() ?? '')
    const layers = [{ id: 'a', tiles: [{ file: file.sha256 }] }]
    expect(canvases).toMatchObject([{ id, name: 'Poster', version: 2, document: { layers } }])
    expect(canvases[0]).not.toHaveProperty('account_id')

    const key = await file.keyOf(ada)
    expect(await context.storage.size(key)).toBe(file.bytes.length)
    await deleteAccount(context, ada.account, ada.account.email)
    for (const table of ['canvas_document', 'canvas_version', 'canvas_file'] as const)
      await expect
        .poll(() =>
          context.database
            .selectFrom(table)
            .select('account_id')
            .where('account_id', '=', ada.account.id)
            .execute(),
        )
        .toEqual([])
    await expect.poll(() => context.storage.size(key)).toBeNull()
  })
})
