import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { sendZip } from '#core/account-data/routes/send-zip.ts'
import type { RecordList } from '#core/history/record-lists.ts'
import { type History, histories } from '#core/history/routes/histories.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, withRouteFields } from '#core/http/errors.ts'
import { hiddenRoute, json, refusals, signedInRoute } from '#core/http/route.ts'
import { hasFiles } from '#core/models/rules/kinds.ts'
import { Download, DownloadList, DownloadRequest } from '../contract.ts'
import { openDownload } from '../open-download.ts'
import { prepareDownload } from '../prepare-download.ts'
import { maxDownloadRecords } from '../rules.ts'
import { downloadFailure, errors } from './download-errors.ts'
import { downloadsPath, presentDownload } from './present-download.ts'
import { downloadSelected } from './selection-action.ts'

export { errors }

export const selectionActions = [downloadSelected]

/** Downloads of many files in one: prepared by each kind's and list's own endpoint, then fetched. */
export function routes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  const { recordLists } = options.context.contributions
  for (const list of recordLists) app.route('/', prepareListRoute(options, list))
  for (const history of histories)
    if (hasFiles(history.kind)) app.route('/', prepareRoute(options, history))
  app.route('/', fetchRoute(options))
  return app
}

/** `POST …/{id}/download` of a list. */
function prepareListRoute({ context }: ApiOptions, list: RecordList) {
  const route = signedInRoute({
    method: 'post',
    path: `${list.path}/download`,
    summary: `Prepare one zip of the files of ${list.name}, in its order`,
    description: `404 when it has none. ${list.remark}`,
    request: { params: z.object({ id: z.string() }) },
    body: DownloadList,
    responses: {
      200: json(Download, 'It can be fetched.'),
      ...refusals(400, 401, 403, 404, 413, 415, 429),
    },
  })
  return new OpenAPIHono<Env>().openapi(route, async (c) => {
    const accountId = c.get('account').id
    const { format = null, settings: withSettings = true } = c.get('body')
    const { id } = c.req.valid('param')
    const ids = await list.findIds(context, { accountId, id }, maxDownloadRecords)
    const request = { accountId, kind: null, ids, format, withSettings }
    return c.json(presentDownload(await prepareDownload(context, request)), 200)
  })
}

/** `POST …/download` (docs/spec/history.md#downloads, docs/spec/texts.md). */
function prepareRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = signedInRoute({
    method: 'post',
    path: `${base}/download`,
    summary: `Prepare one zip of the files of several ${what}`,
    description:
      'At most 5,000 ids. Ids that are not the account’s, not of this kind, deleted or without a file are left out; 404 ' +
      'when none is left. The answer says where the zip is for the next 15 minutes. At most 100 are prepared at a time: 429.',
    body: DownloadRequest,
    responses: {
      200: json(Download, 'It can be fetched.'),
      ...refusals(400, 401, 403, 404, 413, 415, 429, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(withRouteFields(createErrorHandler(context.log), downloadFailure(kind)))
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    const { imageIds: ids, format = null, settings: withSettings = true } = c.get('body')
    const request = { accountId: account.id, kind, ids, format, withSettings }
    const prepared = await prepareDownload(context, request)
    return c.json(presentDownload(prepared), 200)
  })
}

function fetchRoute({ context }: ApiOptions) {
  const zip = { 'application/zip': { schema: { type: 'string' as const, format: 'binary' } } }
  const route = hiddenRoute({
    method: 'get',
    path: `${downloadsPath}/{id}`,
    summary: 'A prepared download',
    description:
      'One zip, stored and not compressed (ZIP64 where it is needed), streamed while it is made: no ranges. ' +
      'Only for the account that prepared it, until it expires. Records deleted since are left out; its length is ' +
      'announced unless files change on the way. Should a file be missing the connection breaks off before the end.',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: { description: 'The zip.', content: zip }, ...refusals(404, 503) },
  })
  return new OpenAPIHono<Env>().openapi(route, async (c) => {
    const account = c.get('account')
    return sendZip(
      c,
      await openDownload(context, {
        id: c.req.valid('param').id,
        accountId: account.id,
        withSettings: c.req.query('settings') !== 'false',
      }),
    )
  })
}
