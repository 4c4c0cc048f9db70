import type { IncomingMessage } from 'node:http'
import { html } from 'hono/html'
import type { DemoClient } from '../provider.ts'
import { makePage, type Page } from './page.ts'
import { wordsFor } from './words.ts'

/** What a person sees whose sign-in cannot go on. */
export function errorPage(request: IncomingMessage, { redirectUri }: DemoClient): Page {
  const words = wordsFor(request)
  const content = html`<h1>${words.ended}</h1>
    <p class="purpose">${words.endedNote}</p>
    <a class="button" href="${new URL('/', redirectUri).href}">${words.back}</a>`
  return makePage(words, words.ended, content)
}
