import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { unzip } from '#testing/api/collector.ts'
import { historyStudio, missingId, modelOf, type Owner } from '#testing/api/history.ts'
import { imageToImage } from '#testing/models.ts'
import type { LineageView } from './contract.ts'
import { maxLineageDepth, maxLineageNodes } from './rules.ts'

const { owner, context } = await historyStudio()
const { database } = context
const image = modelOf('image')

async function lineageOf(client: Owner, id: string): Promise<LineageView> {
  const { status, body } = await client.request('GET', `/api/generations/${id}/lineage`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A finished image; its file is only recorded. */
const finish = (client: Owner) =>
  client.finish(
    image.id,
    {},
    { results: [{ content_type: 'image/png', storage_key: `nowhere/${crypto.randomUUID()}.png` }] },
  )

/** The address of a result or an input of a generation. */
async function addressOf(client: Owner, id: string, part: 'images' | 'inputs'): Promise<string> {
  return (await client.request('GET', `/api/generations/${id}`)).body[part][0].url
}

const idsOf = ({ generations }: LineageView) => generations.map(({ id }) => id)

/** A result, what was made from it as an input, and that made again with its own input. */
async function family(client: Owner) {
  const first = await finish(client)
  const image_url = await addressOf(client, first, 'images')
  const child = await client.wait(imageToImage, { image_url })
  const again = await client.wait(imageToImage, {
    image_url: await addressOf(client, child, 'inputs'),
    parent_id: child,
  })
  return { first, child, again }
}

const storedLinks = (accountId: string) =>
  database.selectFrom('lineage').selectAll().where('account_id', '=', accountId).execute()

describe('the lineage of a generation', () => {
  it('goes back to the results that it was made from and on to what came of it', async () => {
    const client = await owner()
    const { first, child, again } = await family(client)
    const all = await lineageOf(client, child)
    expect(idsOf(all)).toEqual([child, first, again])
    expect(all).toMatchObject({
      links: [
        { child_id: child, parent_id: first, source: 'input' },
        { child_id: again, parent_id: child, source: 'repeat' },
      ],
      is_truncated: false,
    })
    const links = (await lineageOf(client, again)).links
    expect(links).toHaveLength(3)
    // The copy of an input that is used again is still the result that it came from.
    expect(links).toContainEqual({ child_id: again, parent_id: first, source: 'input' })
    expect(new Set(idsOf(await lineageOf(client, first)))).toEqual(new Set([first, child, again]))
    const other = await finish(client)
    expect(await lineageOf(client, other)).toMatchObject({ links: [], is_truncated: false })
  })

  it('keeps the place of a deleted one, of which nothing else is shown', async () => {
    const client = await owner()
    const { first, child, again } = await family(client)
    await client.request('DELETE', '/api/image-generation/delete', { id: child })
    const found = await lineageOf(client, again)
    expect(idsOf(found)).toEqual([again, first])
    expect(found.links).toContainEqual({ child_id: child, parent_id: first, source: 'input' })
    expect(await client.request('GET', `/api/generations/${child}/lineage`)).toMatchObject({
      status: 404,
    })
  })

  it('never leaves its account', async () => {
    const [client, other] = [await owner(), await owner()]
    const parent_id = await finish(other)
    const image_url = await addressOf(other, parent_id, 'images')
    const child = await client.wait(imageToImage, { image_url, parent_id })
    expect(await lineageOf(client, child)).toMatchObject({
      generations: [{ id: child }],
      links: [],
    })
    expect(idsOf(await lineageOf(other, parent_id))).toEqual([parent_id])
    expect(await storedLinks(client.account.id)).toEqual([])
    expect(await storedLinks(other.account.id)).toEqual([])
    for (const id of [child, missingId, 'x'])
      expect(await other.request('GET', `/api/generations/${id}/lineage`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
  })

  it('ends at its limits and says so', async () => {
    const client = await owner()
    const first = await finish(client)
    const chain = Array.from({ length: maxLineageDepth + 2 }, () => crypto.randomUUID())
    await link(client, [first, ...chain].slice(0, -1), chain)
    const deep = await lineageOf(client, first)
    expect(deep.links).toHaveLength(maxLineageDepth)
    expect(deep.is_truncated).toBe(true)

    const second = await finish(client)
    const children = Array.from({ length: maxLineageNodes + 50 }, () => crypto.randomUUID())
    await link(client, Array(children.length).fill(second), children)
    const wide = await lineageOf(client, second)
    expect(wide.links).toHaveLength(maxLineageNodes)
    expect(wide.is_truncated).toBe(true)
  })

  it('is found for records from before links were stored, back to what they repeat', async () => {
    const client = await owner()
    const { child, again } = await family(client)
    await database.deleteFrom('lineage').where('account_id', '=', client.account.id).execute()
    expect((await lineageOf(client, again)).links).toEqual([
      { child_id: again, parent_id: child, source: 'repeat' },
    ])
  })

  it('is in the export of its account, and deleted with it', async () => {
    const client = await owner()
    const { first, child } = await family(client)
    const { account } = client
    const row = await database
      .selectFrom('account')
      .selectAll()
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    const chunks: Uint8Array[] = []
    for await (const chunk of exportAccount(context, row)) chunks.push(chunk)
    const [file] = await unzip(Buffer.concat(chunks))
    const { generations } = JSON.parse(file?.content.toString() ?? '')
    expect(generations.find(({ id }: { id: string }) => id === child).made_from).toEqual([
      { id: first, source: 'input' },
    ])
    await deleteAccount(context, row, row.email)
    await expect.poll(() => storedLinks(account.id)).toEqual([])
  })
})

/** Writes links from each parent to the child beside it. */
async function link(client: Owner, parents: readonly string[], children: readonly string[]) {
  const rows = children.map((child_id, at) => ({
    child_id,
    parent_id: parents[at] ?? '',
    account_id: client.account.id,
    source: 'repeat' as const,
  }))
  await database.insertInto('lineage').values(rows).execute()
}
