import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { parseEmail } from '../accounts.ts'
import type { DemoIdentityOptions } from '../provider.ts'
import { chooserPage } from './chooser-page.ts'
import { errorPage } from './error-page.ts'
import { sendPage } from './send-page.ts'

/** Shows the account chooser, or takes what was chosen in it back to the provider. */
export async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { client, accounts }: DemoIdentityOptions,
) {
  try {
    await provider.interactionDetails(request, response)
  } catch (error) {
    // Too old, already used, or begun in another browser.
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
