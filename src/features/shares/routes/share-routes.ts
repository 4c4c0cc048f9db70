import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { ownOrigins } from '#core/http/own-addresses.ts'
import { json, publicRoute, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { OembedView } from '#core/pages/oembed-contract.ts'
import type { Parts } from '#core/parts.ts'
import { barePath, languageOfPath } from '#platform/languages/languages.ts'
import {
  ExplorePage,
  ExploreQuery,
  LikesView,
  OembedQuery,
  ShareAnswer,
  SharedWorkView,
  ShareRequest,
  ShareView,
} from '../contract.ts'
import {
  type ExplorePlace,
  type ExploreQuery as ExploreWorksQuery,
  explore as exploreWorks,
  likeShared,
  readShared,
} from '../read-shared.ts'
import { readShare, revokeShare, shareGeneration } from '../share-generation.ts'
import { presentShare, presentShared } from './present-shared.ts'

const params = z.object({ id: z.string() })
const tokenParams = z.object({ token: z.string() })

const read = signedInRoute({
  method: 'get',
  path: '/api/generations/{id}/share',
  summary: 'The share page of a generation, if it has one',
  request: { params },
  responses: { 200: json(ShareAnswer, 'The share page, or null.'), ...refusals(401, 404) },
})

const share = signedInRoute({
  method: 'put',
  path: '/api/generations/{id}/share',
  summary: 'Create the share page of a result, or change it',
  description:
    'The result becomes public. 409 `not_shareable` for what is not finished, failed or has no file.',
  request: { params },
  body: ShareRequest,
  responses: {
    200: json(ShareView, 'The share page as it is now.'),
    ...refusals(400, 401, 403, 404, 409, 415),
  },
})

const revoke = signedInRoute({
  method: 'delete',
  path: '/api/generations/{id}/share',
  summary: 'End the share page of a result and make the result private',
  description: 'Its address answers 404 from then on; a new share page gets another one.',
  request: { params },
  responses: { 204: { description: 'It is private.' }, ...refusals(401, 404) },
})

const shared = publicRoute({
  method: 'get',
  path: '/api/shares/{token}',
  summary: 'A shared result',
  request: { params: tokenParams },
  responses: { 200: json(SharedWorkView, 'For everyone who has the token.'), ...refusals(404) },
})

const like = signedInRoute({
  method: 'put',
  path: '/api/shares/{token}/like',
  summary: 'Like a shared result',
  description: 'An account likes it once; repeating it changes nothing.',
  request: { params: tokenParams },
  responses: { 200: json(LikesView, 'The likes as they are now.'), ...refusals(401, 403, 404) },
})

const unlike = signedInRoute({
  method: 'delete',
  path: '/api/shares/{token}/like',
  summary: 'Take a like back',
  request: { params: tokenParams },
  responses: { 200: json(LikesView, 'The likes as they are now.'), ...refusals(401, 404) },
})

const explore = publicRoute({
  method: 'get',
  path: '/api/explore',
  summary: 'Results that their owners published',
  description:
    'A page may have fewer results than others: shares that end while it is read are left out.',
  parameters: documentQuery(ExploreQuery),
  responses: { 200: json(ExplorePage, 'A page of results.'), ...refusals(400) },
})

const oembed = publicRoute({
  method: 'get',
  path: '/api/oembed',
  summary: 'How a page of another site embeds a share page (oEmbed)',
  description: '404 for an address that is not one of a share page here.',
  parameters: documentQuery(OembedQuery),
  responses: { 200: json(OembedView, 'oEmbed 1.0.'), ...refusals(400, 404) },
})

/** Share pages, Explore and likes. */
export function shareRoutes(options: ApiOptions) {
  const { context } = options
  const embeds = options.features.flatMap(({ embed }) => embed?.(options) ?? [])
  return new OpenAPIHono<Env>()
    .openapi(read, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const found = await readShare(context, which)
      return c.json({ share: found && presentShare(found, c.get('origin')) }, 200)
    })
    .openapi(share, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const { is_listed: isListed, shows_settings: showsSettings } = c.get('body')
      const saved = await shareGeneration(context, which, { isListed, showsSettings })
      return c.json(presentShare(saved, c.get('origin')), 200)
    })
    .openapi(revoke, async (c) => {
      await revokeShare(context, { accountId: c.get('account').id, ...c.req.valid('param') })
      return c.body(null, 204)
    })
    .openapi(shared, async (c) => {
      const readerId = c.get('account')?.id ?? null
      const work = await readShared(context, c.req.valid('param').token, readerId)
      c.header('cache-control', 'private, no-cache')
      return c.json(presentShared(work, c.get('origin')), 200)
    })
    .openapi(like, async (c) => c.json(await changeLike(c, true), 200))
    .openapi(unlike, async (c) => c.json(await changeLike(c, false), 200))
    .openapi(explore, async (c) => {
      const { kind, sort, after } = readQuery(c, ExploreQuery)
      const readerId = c.get('account')?.id ?? null
      const place = after === undefined ? undefined : parsePlace(after)
      const query = { kind, sort, after: place, readerId, origin: c.get('origin') }
      const page = await readExplorePage(context, query)
      c.header('cache-control', 'private, no-cache')
      return c.json(page, 200)
    })
    .openapi(oembed, async (c) => {
      const { url, maxwidth, maxheight } = readQuery(c, OembedQuery)
      const asked = {
        ...readOwnAddress(url, ownOrigins(c, options)),
        maxWidth: maxwidth,
        maxHeight: maxheight,
      }
      for (const embed of embeds) {
        const found = await embed(c, asked)
        if (!found) continue
        // Pages of other sites fetch it, too.
        c.header('access-control-allow-origin', '*')
        return c.json(found, 200)
      }
      throw new HttpError('not_found')
    })

  async function changeLike(c: RequestContext, isLiked: boolean) {
    const accountId = c.get('account')?.id ?? ''
    const token = c.req.param('token') ?? ''
    const { likes, isLiked: is_liked } = await likeShared(context, { accountId, token, isLiked })
    return { likes, is_liked }
  }
}

/** Reads a page of Explore. `origin`: the base of its addresses. */
export async function readExplorePage(
  context: Parts<'database'>,
  { origin, ...query }: ExploreWorksQuery & { origin: string },
): Promise<ExplorePage> {
  const { works, next } = await exploreWorks(context, query)
  return {
    works: works.map((work) => presentShared(work, origin)),
    next: next && writePlace(next),
  }
}

/** Reads the address of a page of ours. Throws `not_found` for any other. */
function readOwnAddress(address: string, origins: readonly string[]) {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !origins.includes(url.origin)) throw new HttpError('not_found')
  return { path: barePath(url.pathname), language: languageOfPath(url.pathname) }
}

function parsePlace(text: string): ExplorePlace {
  const [likes, publishedAt, token = ''] = text.split('.')
  return { likes: Number(likes), published_at: new Date(Number(publishedAt)), token }
}

function writePlace({ likes, published_at: publishedAt, token }: ExplorePlace): string {
  return `${likes}.${publishedAt.getTime()}.${token}`
}
