import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { chooserPage, errorPage, sendPage } from './identity-pages.ts'
import { createProvider, type DemoIdentityOptions, parseEmail } from './openid-provider.ts'

/**
 * A real OpenID provider with an account chooser in place of a password, for the demo. The handler
 * serves everything below the issuer's path, which it strips itself; its state is lost when the
 * process ends.
 */
export function createDemoIdentity(options: DemoIdentityOptions) {
  const issuer = new URL(options.issuer)
  const preparing = createProvider(options, (ctx) =>
    sendPage(ctx.res, ctx.status, errorPage(ctx.req, options.client)),
  )

  return (request: IncomingMessage, response: ServerResponse): void => {
    addressAsIssuer(request, issuer)
    preparing
      .then((provider) => answer(provider, request, response, options))
      .catch((error) => response.destroy(error))
  }
}

async function answer(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  options: DemoIdentityOptions,
) {
  if (request.url?.startsWith('/interaction/'))
    await handleInteraction(provider, request, response, options)
  else await provider.callback()(request, response)
}

/**
 * Every address that the provider gives out begins with the issuer, whichever proxy the request
 * came through.
 */
function addressAsIssuer(request: IncomingMessage & { originalUrl?: string }, issuer: URL) {
  request.headers.host = issuer.host
  request.headers['x-forwarded-host'] = issuer.host
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  request.originalUrl = request.url ?? '/'
  request.url = request.originalUrl.slice(issuer.pathname.length) || '/'
}

/** Shows the account chooser, or passes the selected account to the provider. */
export async function handleInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { client, accounts }: DemoIdentityOptions,
) {
  try {
    await provider.interactionDetails(request, response)
  } catch (error) {
    // Expired, already used, or begun in another browser.
    if (!(error instanceof errors.SessionNotFound)) throw error
    return sendPage(response, 400, errorPage(request, client))
  }
  if (request.method !== 'POST')
    return sendPage(response, 200, chooserPage(request, { client, accounts }))

  const form = new URLSearchParams(await text(request))
  if (form.has('cancel'))
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  const email = parseEmail(form.get('email'))
  if (!email) {
    return sendPage(
      response,
      422,
      chooserPage(request, { client, accounts, rejected: form.get('email') ?? '' }),
    )
  }
  return provider.interactionFinished(request, response, {
    login: { accountId: email, remember: false },
  })
}
