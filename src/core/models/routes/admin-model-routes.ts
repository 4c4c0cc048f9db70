import { Hono } from 'hono'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { withPermission } from '#core/http/access.ts'
import type { Env, RequestContext } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import type { Parts } from '#core/parts.ts'
import { pricesOf } from '#core/settings/studio-settings-rules.ts'
import type { ImportedModelView } from '../admin-models-contract.ts'
import {
  AdminModelQuery,
  ChangeModelRequest,
  CheckModelRequest,
  ImportModelRequest,
  SaveModelRequest,
} from '../admin-models-contract.ts'
import { deleteModel, enableModel, saveModel } from '../change-model.ts'
import { definitionProblems } from '../check-definition.ts'
import { proposeFromSource } from '../propose-model.ts'
import { type ModelKey, readAllModels, readWholeModel } from '../read-models.ts'
import { presentModelLine, presentWholeModel } from './present-model.ts'

/** The address of the models; requests here may bring a whole document. */
export const adminModelsPath = '/api/admin/models'
const onePath = `${adminModelsPath}/:type/:id` as const

/** Models: list, details, import, saving, enabling, deletion. */
export function adminModelRoutes(
  context: Parts<'admins' | 'contributions' | 'database' | 'log' | 'providers' | 'settings'>,
) {
  const allow = (permission: Permission) => withPermission(context, permission)
  const facts = () => ({
    prices: pricesOf(context.settings.current().settings),
    providers: context.providers,
  })
  const present = async (key: ModelKey, version?: number) =>
    presentWholeModel(await readWholeModel(context, key, version), facts())
  return new Hono<Env>()
    .get(adminModelsPath, allow('models.read'), async (c) => {
      const { stored, ready } = await readAllModels(context)
      const data = [...stored, ...ready].map((one) => presentModelLine(one, facts()))
      return c.json({ data })
    })
    .get(onePath, allow('models.read'), async (c) => {
      const { version } = readQuery(c, AdminModelQuery)
      return c.json(await present(keyOf(c), version))
    })
    .post(adminModelsPath, allow('models.change'), async (c) => {
      const body = await readBody(c, SaveModelRequest)
      const options = { isEnabled: body.enabled, expectedVersion: body.expected_version }
      const act = operatorAction(c, body)
      const { definition } = await saveModel(context, act, body.definition, options)
      return c.json(
        await present({ id: definition.id, generationType: definition.generation_type }),
      )
    })
    .post(`${adminModelsPath}/check`, allow('models.change'), async (c) => {
      const { definition } = await readBody(c, CheckModelRequest)
      return c.json({ problems: definitionProblems(definition, context.providers) })
    })
    .post(`${adminModelsPath}/import`, allow('models.change'), async (c) => {
      const { endpoint, document, ...options } = await readBody(c, ImportModelRequest)
      const source = endpoint === undefined ? { document } : { endpoint }
      const imported = await proposeFromSource(context, source, options)
      return c.json(imported satisfies ImportedModelView)
    })
    .post(`${onePath}/enable`, allow('models.change'), async (c) => {
      const { act, expectedVersion } = await readChange(c)
      await enableModel(context, act, keyOf(c), { isEnabled: true, expectedVersion })
      return c.json(await present(keyOf(c)))
    })
    .post(`${onePath}/disable`, allow('models.change'), async (c) => {
      const { act, expectedVersion } = await readChange(c)
      await enableModel(context, act, keyOf(c), { isEnabled: false, expectedVersion })
      return c.json(await present(keyOf(c)))
    })
    .post(`${onePath}/delete`, allow('models.change'), async (c) => {
      const { act, expectedVersion } = await readChange(c)
      await deleteModel(context, act, keyOf(c), { expectedVersion })
      return c.json(await present(keyOf(c)))
    })
}

async function readChange(c: Parameters<typeof operatorAction>[0]) {
  const body = await readBody(c, ChangeModelRequest)
  return { act: operatorAction(c, body), expectedVersion: body.expected_version }
}

function keyOf(c: RequestContext): ModelKey {
  return { id: c.req.param('id') ?? '', generationType: c.req.param('type') ?? '' }
}
