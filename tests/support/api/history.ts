import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { builtInModels, findModel } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { AllParts } from '#core/parts.ts'
import { testProviders } from '../context.ts'
import { finishedWork } from '../finished-generations.ts'
import { modelInput, uploadedFiles } from '../model-input.ts'
import { testClient, testServer } from '../server.ts'

/** A studio whose provider cannot be reached: nothing ends by itself. */
export async function historyStudio(overrides: Partial<AllParts> = {}) {
  const server = await testServer(
    {},
    { providers: testProviders('http://127.0.0.1:65531'), ...overrides },
  )
  const { context } = server

  /**
   * An account, and what it makes: `finish` and `wait` give the id, `ask` the whole answer of a
   * create call.
   */
  async function owner() {
    const client = await testClient(server, { credits: 100_000 })
    const fileFor = await uploadedFiles(context, client.account.id)
    const inputOf = (model: Model, own: Record<string, unknown>) =>
      modelInput(model, fileFor, {
        own: { ...own, ...(own.prompt !== undefined && promptOf(model, own.prompt)) },
      })

    const finish = (
      id: string,
      own: Record<string, unknown>,
      ending?: Parameters<typeof finishedWork>[2],
    ) => {
      const model = findModel(id)
      if (!model) throw new Error(`No model ${id}`)
      return finishedWork(
        context,
        { accountId: client.account.id, model, input: inputOf(model, own) },
        ending,
      )
    }
    const create = (model: Model, own: Record<string, unknown> = {}) => {
      const endpoint = createEndpoints.find(({ kind }) => kind === model.kind)
      if (!endpoint) throw new Error(`Nothing makes ${model.kind}`)
      const type = endpoint.typeField && { [endpoint.typeField]: model.generationType }
      const [modelField = 'model'] = endpoint.modelFields
      const input = inputOf(model, own)
      return client.request('POST', endpoint.path, {
        ...own,
        ...input,
        ...type,
        [modelField]: model.id,
      })
    }
    const wait = async (model: Model, own?: Record<string, unknown>): Promise<string> =>
      (await create(model, own)).body.id
    return { ...client, finish, create, wait }
  }
  return { ...server, owner }
}

export type Owner = Awaited<ReturnType<Awaited<ReturnType<typeof historyStudio>>['owner']>>

/** The first model of a kind. */
export function modelOf(kind: Kind): Model {
  const model = builtInModels.find((candidate) => candidate.kind === kind)
  if (!model) throw new Error(`Nothing makes ${kind}`)
  return model
}

function promptOf(model: Model, text: unknown) {
  return { [model.promptField ?? 'prompt']: text }
}

/** An id that nothing has. */
export const missingId = '01990000-0000-7000-8000-000000000000'
export const chinese = { 'accept-language': 'zh-CN' }

export const failed = {
  status: 'failed',
  failure: { code: 'provider_error', message: null },
} as const
