import type { IncomingMessage } from 'node:http'
import { html } from 'hono/html'
import { readerOf } from '../../frame/reader.ts'
import type { DemoClient } from '../provider.ts'
import { frame, type Page } from './send-page.ts'
import { wordsIn } from './words.ts'

/** What a person sees whose sign-in cannot go on. */
export function errorPage(request: IncomingMessage, { redirectUri }: DemoClient): Page {
  const reader = readerOf(request.headers)
  const words = wordsIn(reader.language)
  const content = html`<h1>${words.ended}</h1>
    <p class="explain">${words.endedNote}</p>
    <a class="button primary" href="${new URL('/', redirectUri).href}">${words.back}</a>`
  return { markup: frame.page({ reader, title: words.ended, content }), formTargets: [] }
}
