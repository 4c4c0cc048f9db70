import { OpenAPIHono } from '@hono/zod-openapi'
import {
  SelectionAnswer,
  type SelectionRequest,
  selectionRequest,
} from '#contract/history/history-changes.ts'
import { historyFailure } from '#contract/texts/error-messages.ts'
import {
  changeSelection,
  type Selection,
  type SelectionAction,
} from '#services/history/change-records.ts'
import { filtersOf } from '#services/history/list-history.ts'
import { presentDownload } from '../downloads/send-download.ts'
import type { ApiOptions, Env } from '../env.ts'
import { createErrorHandler, withRouteFields } from '../errors.ts'
import { json, refusals, signedInRoute } from '../route.ts'
import type { History } from './histories.ts'

/** `POST …/selection`: one action on many records, selected by ids or by a filter. */
export function selectionRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const body = selectionRequest(kind)
  const route = signedInRoute({
    method: 'post',
    path: `${base}/selection`,
    summary: `Delete, mark, tag, publish, hide or download many ${what} at once`,
    description:
      'Names records by `ids`, or by a `filter` all that the history shows under it. Of a filter a call does 500 records ' +
      '(a download: 5,000, one zip) and answers where to go on; records made meanwhile are not meant. What is still ' +
      'being made is not deleted. Ids that are not the account’s count for nothing. A record that would have more than ' +
      '20 tags keeps those it has. What a call deleted can be restored for 15 minutes.',
    body: body,
    responses: {
      200: json(SelectionAnswer, 'What was done, and where to go on.'),
      ...refusals(400, 401, 403, 409, 413, 415, 429, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(context.log)
  app.onError(async (error, c) => {
    // An invalid JSON body is refused here.
    const asked: { action?: unknown } | null = await c.req.json().catch(() => null)
    return withRouteFields(handle, historyFailure(failureOf(kind, asked?.action)))(error, c)
  })
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    const request = c.get('body')
    const result = await changeSelection(
      context,
      selectionOf(account.id, kind, request),
      actionOf(request),
    )
    const { total, changed, next, deleted, undoUntil, download } = result
    return c.json(
      {
        ...{ total, changed, next, deleted },
        undo_until: undoUntil?.toISOString() ?? null,
        download: download && presentDownload(download),
      },
      200,
    )
  })
}

function selectionOf(
  accountId: string,
  kind: History['kind'],
  request: SelectionRequest,
): Selection {
  const { ids = [], filter, expected_total: expectedTotal, cursor: below } = request
  return {
    accountId,
    kind,
    ...(filter ? { filters: filtersOf(filter), expectedTotal, below } : { ids }),
  }
}

function actionOf({ action, tags, format, settings }: SelectionRequest): SelectionAction {
  switch (action) {
    case 'delete':
      return { do: 'delete' }
    case 'download':
      return { do: 'download', format: format ?? null, withSettings: settings ?? true }
    case 'favorite':
    case 'unfavorite':
      return { do: 'change', change: { isFavorite: action === 'favorite' } }
    case 'publish':
    case 'hide':
      return { do: 'change', change: { isPublic: action === 'publish' } }
    case 'add_tags':
      return { do: 'change', change: { addTags: tags } }
    case 'remove_tags':
      return { do: 'change', change: { removeTags: tags } }
  }
}

function failureOf(kind: History['kind'], action: unknown) {
  if (action === 'delete') return 'delete_many'
  if (action !== 'download') return 'change'
  return kind === 'image-editing' ? 'download_edits' : 'download'
}
