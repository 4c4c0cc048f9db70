import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, type RefusalFields, withRouteFields } from '#core/http/errors.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import type { AllParts } from '#core/parts.ts'
import { historyFailure } from '#core/texts/contract/error-messages.ts'
import { changeSelection, type Selection, type SelectionAction } from '../change-records.ts'
import {
  type SelectionActionName,
  type SelectionRequest,
  type selectionAnswer,
  selectionRequest,
} from '../contract/history-changes.ts'
import { filtersOf } from '../list-history.ts'
import type { History } from './histories.ts'
import type { SelectionActionPart } from './selection-action-part.ts'

/** The actions that features add. */
export function addedActions({ features }: Pick<ApiOptions, 'features'>) {
  return features.flatMap(({ selectionActions = [] }) => selectionActions)
}

/** `POST …/selection`: one action on many records, selected by ids or by a filter. */
export function selectionRoute(
  { context, ...options }: ApiOptions,
  { kind, base, what }: History,
  answer: ReturnType<typeof selectionAnswer>,
) {
  const added = addedActions(options)
  const verbs = [
    'delete',
    'mark',
    'tag',
    'publish',
    'hide',
    ...added.map(({ words }) => words.verb),
  ]
  const amounts = added.map(({ words }) => ` (${words.amount})`).join('')
  const body = selectionRequest(kind, added)
  const route = signedInRoute({
    method: 'post',
    path: `${base}/selection`,
    summary: `${oneOf(verbs)} many ${what} at once`,
    description:
      'Names records by `ids`, or by a `filter` all that the history shows under it. Of a filter a call does 500 ' +
      `records${amounts} and answers where to go on; records made meanwhile are not meant. What is still ` +
      'being made is not deleted. Ids that are not the account’s count for nothing. A record that would have more than ' +
      '20 tags keeps those it has. What a call deleted can be restored for 15 minutes.',
    body: body,
    responses: {
      200: json(answer, 'What was done, and where to go on.'),
      ...refusals(400, 401, 403, 409, 413, 415, 429, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(context.log)
  app.onError(async (error, c) => {
    // An invalid JSON body is refused here.
    const asked: { action?: unknown } | null = await c.req.json().catch(() => null)
    return withRouteFields(handle, failureOf(kind, asked?.action, added))(error, c)
  })
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    const request = c.get('body')
    const result = await changeSelection(
      context,
      selectionOf(account.id, kind, request),
      otherAction(context, request, added) ?? actionOf(request),
    )
    const { total, changed, next, deleted, undoUntil, other } = result
    return c.json(
      {
        ...{ total, changed, next, deleted },
        undo_until: undoUntil?.toISOString() ?? null,
        ...Object.assign({}, ...added.map(({ nothing }) => nothing), other),
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

function otherAction(
  context: AllParts,
  request: SelectionRequest,
  added: readonly SelectionActionPart[],
): SelectionAction | undefined {
  const part = added.find(({ name }) => name === request.action)
  return part && { do: 'other', most: part.most, run: part.run(context, request) }
}

function actionOf({ action, tags }: SelectionRequest): SelectionAction {
  switch (action as SelectionActionName) {
    case 'delete':
      return { do: 'delete' }
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

function failureOf(
  kind: History['kind'],
  action: unknown,
  added: readonly SelectionActionPart[],
): RefusalFields {
  const part = added.find(({ name }) => name === action)
  return part?.failure(kind) ?? historyFailure(action === 'delete' ? 'delete_many' : 'change')
}

/** `Delete, mark or tag`. */
function oneOf(verbs: string[]): string {
  const text = `${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1)}`
  return text[0]?.toUpperCase() + text.slice(1)
}
