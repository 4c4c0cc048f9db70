import type { IncomingMessage } from 'node:http'
import { html } from 'hono/html'
import { type Language, readerOf } from '../../frame/reader.ts'
import type { DemoAccount } from '../accounts.ts'
import { type DemoClient, redirectUris } from '../provider.ts'
import { frame, type Page } from './send-page.ts'
import { type Words, wordsIn } from './words.ts'

type Chooser = { client: DemoClient; accounts: DemoAccount[]; rejected?: string }

/**
 * The page that stands in for a password: one button an account, and a field for any other address.
 */
export function chooserPage(
  request: IncomingMessage,
  { client, accounts, rejected }: Chooser,
): Page {
  const reader = readerOf(request.headers)
  const { language } = reader
  const words = wordsIn(language)
  const content = html`<h1>${words.title}</h1>
    <p class="explain">${words.purpose}</p>
    <form method="post" class="accounts">
      ${accounts.map((account) => accountButton(account, language))}
    </form>
    ${otherAddress(words, rejected)}
    <form method="post">
      <button class="plain" name="cancel" value="yes">${words.cancel}</button>
    </form>
    <p class="note">${words.note}</p>`
  // A browser applies the policy to the redirect that follows a form, too.
  const targets = redirectUris(client).map((uri) => new URL(uri).origin)
  return { markup: frame.page({ reader, title: words.title, content }), formTargets: targets }
}

function accountButton({ email, name, about }: DemoAccount, language: Language) {
  return html`<button class="account" name="email" value="${email}">
    <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
    <span class="who"><strong>${name}</strong> <span>${email}</span> <small>${about[language]}</small></span>
  </button>`
}

function otherAddress(words: Words, rejected: string | undefined) {
  const isRejected = rejected !== undefined
  return html`<form method="post" class="other" novalidate>
    <label for="email">${words.other}</label>
    <div class="row">
      <input id="email" name="email" type="email" autocomplete="email" required value="${rejected ?? ''}"
        ${isRejected ? html`aria-invalid="true" aria-describedby="problem" autofocus` : ''} />
      <button>${words.submit}</button>
    </div>
    ${isRejected ? html`<p id="problem" role="alert">${words.notAnAddress}</p>` : ''}
  </form>`
}
