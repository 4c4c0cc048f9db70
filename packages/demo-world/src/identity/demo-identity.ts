import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errorPage } from './chooser/error-page.ts'
import { interact } from './chooser/interact.ts'
import { sendPage } from './chooser/send-page.ts'
import { createProvider, type DemoIdentityOptions } from './provider.ts'

/**
 * A real OpenID provider with an account chooser in place of a password, for the demo. The handler
 * serves everything below the issuer's path, which it strips itself; what it knows is gone with the
 * process.
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
  if (request.url?.startsWith('/interaction/')) await interact(provider, request, response, options)
  else await provider.callback()(request, response)
}

/**
 * Every address that the provider gives out follows from the issuer, through whatever proxy the
 * request came.
 */
function addressAsIssuer(request: IncomingMessage & { originalUrl?: string }, issuer: URL) {
  request.headers.host = issuer.host
  request.headers['x-forwarded-host'] = issuer.host
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  request.originalUrl = request.url ?? '/'
  request.url = request.originalUrl.slice(issuer.pathname.length) || '/'
}
