import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import type { ImportedModelView } from '#core/models/admin-models-contract.ts'
import { LibraryQuery, ProposeRequest, RefreshRequest } from './contract.ts'
import { proposeListed } from './propose-listed.ts'
import { readLibrary } from './read-library.ts'
import { askForRefresh } from './refresh-lists.ts'

const path = '/api/admin/model-library'

/** The library: the saved lists, reading them again, and what would be saved of an endpoint. */
export function routes({ context }: ApiOptions) {
  const mayChange = withPermission(context, 'models.change')
  return new Hono<Env>()
    .get(path, withPermission(context, 'models.read'), async (c) =>
      c.json(await readLibrary(context, readQuery(c, LibraryQuery))),
    )
    .post(`${path}/refresh`, mayChange, async (c) => {
      const { provider } = await readBody(c, RefreshRequest)
      return c.json({ providers: await askForRefresh(context, provider) })
    })
    .post(`${path}/propose`, mayChange, async (c) => {
      const asked = await readBody(c, ProposeRequest)
      return c.json((await proposeListed(context, asked)) satisfies ImportedModelView)
    })
}
