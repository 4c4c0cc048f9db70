import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startGeneration } from '#core/generations/start-generation.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { listHistory } from '#core/history/list-history.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { listModels, setModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readDefinition } from '#core/models/rules/read-definition.ts'
import type { AllParts } from '#core/parts.ts'
import type { ConfiguredProvider, Provider } from '#providers/provider.ts'
import { readMoney, testAccount, testContext } from '../context.ts'
import { driveToEnd } from '../drive.ts'

/** Adds the model of a definition to the catalogue of this test file. Throws where it is invalid. */
export function addModel(definition: object): Model {
  const read = readDefinition(definition)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const model = buildModel(read.definition)
  setModels([...listModels(), model], [])
  return model
}

/** A context in which one provider is configured. */
export async function contextWith(
  provider: Provider,
  options: Partial<Omit<ConfiguredProvider, 'provider'>> & Partial<AllParts> = {},
): Promise<AllParts> {
  const { webhookBase = null, signsInputs = false, ...overrides } = options
  const configured = { provider, webhookBase, signsInputs }
  return testContext({ providers: new Map([[provider.id, configured]]), ...overrides })
}

/** Starts a generation of an account with 100 credits. */
export async function startOn(
  context: AllParts,
  model: Model,
  input: Record<string, unknown>,
): Promise<{ account: { id: string }; row: GenerationRow }> {
  const account = await testAccount(context, { credits: 100 })
  const request = { accountId: account.id, model, input, requestId: undefined, isPublic: true }
  return { account, row: await startGeneration(context, request) }
}

/** The whole way of one image: charge, submit, result in our storage, history. */
export function itCompletes(
  create: () => Promise<{ provider: Provider; model: Model; input: Record<string, unknown> }>,
): void {
  it('charges once, keeps the result in our storage and shows it in the history', async () => {
    const { provider, model, input } = await create()
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, model, input)
    expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'completed', refunded: 0 })
    await context.background.idle()

    const { price } = row
    expect(await readMoney(context, account.id)).toMatchObject({
      balance: 100 - price,
      sum: 100 - price,
    })
    const page = await listHistory(context, {
      accountId: account.id,
      kind: model.kind,
      page: 1,
      pageSize: 10,
    })
    expect(page).toMatchObject({ total: 1, generations: [{ row: { id: row.id } }] })
    const media = await context.database
      .selectFrom('media')
      .select(['role', 'content_type', 'width', 'storage_key'])
      .where('generation_id', '=', row.id)
      .where('role', '=', 'output')
      .execute()
    expect(media).toMatchObject([{ content_type: 'image/png', width: 64 }])
    const stored = await buffer(await context.storage.read(media[0]?.storage_key ?? ''))
    expect(stored.length).toBeGreaterThan(0)
  })
}
