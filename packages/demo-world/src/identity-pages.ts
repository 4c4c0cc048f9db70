import type { IncomingMessage, ServerResponse } from 'node:http'
import { html } from 'hono/html'
import { createFrame, type Language, parseReader } from './demo-page.ts'
import { type DemoAccount, type DemoClient, redirectUris } from './openid-provider.ts'

/** Styles of the account chooser alone. */
const chooserStyle = `
.accounts { display: grid; gap: 8px; margin: 24px 0; }
.account {
  justify-content: flex-start; gap: 12px; width: 100%; padding: 12px; text-align: start;
  background: var(--overlay); transition: border-color 120ms ease-out;
}
.initial {
  flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center;
  background: var(--ground); color: var(--quiet); font-size: 14px; font-weight: 600;
}
.who { min-width: 0; overflow-wrap: anywhere; }
.who strong { display: block; font-weight: 600; line-height: 1.25; }
.who span { font-size: 14px; letter-spacing: -0.01em; }
.who small { display: block; font-size: 13px; color: var(--quiet); }
label { display: block; font-size: 14px; font-weight: 500; margin-bottom: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
input { flex: 1 1 160px; min-width: 0; min-height: 44px; padding: 0 12px; background: var(--ground); }
input[aria-invalid] { border-color: var(--bad); }
.plain { margin: 8px 0 0 -12px; padding: 0 12px; }
#problem { margin-top: 8px; font-size: 14px; color: var(--bad); }
.note { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--quiet); }
`

type Chooser = { client: DemoClient; accounts: DemoAccount[]; rejected?: string }

/** The page that replaces a password: one button per account, and a field for any other address. */
export function chooserPage(
  request: IncomingMessage,
  { client, accounts, rejected }: Chooser,
): Page {
  const reader = parseReader(request.headers)
  const { language } = reader
  const words = textsIn(language)
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

function otherAddress(words: Texts, rejected: string | undefined) {
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

/** The page for a sign-in that cannot continue. */
export function errorPage(request: IncomingMessage, { redirectUri }: DemoClient): Page {
  const reader = parseReader(request.headers)
  const words = textsIn(reader.language)
  const content = html`<h1>${words.ended}</h1>
    <p class="explain">${words.endedNote}</p>
    <a class="button primary" href="${new URL('/', redirectUri).href}">${words.back}</a>`
  return { markup: frame.page({ reader, title: words.ended, content }), formTargets: [] }
}

const frame = createFrame(chooserStyle)

/** A whole page, and the targets of its forms beside itself. */
export type Page = { markup: unknown; formTargets: string[] }

/** Sends a page under a policy that allows its own style and forms only. */
export function sendPage(
  response: ServerResponse,
  status: number,
  { markup, formTargets }: Page,
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    ...frame.headers(formTargets),
  })
  response.end(String(markup))
}

const words = {
  en: {
    title: 'Choose an account',
    purpose: 'to continue to Atelier',
    other: 'Another e-mail address',
    notAnAddress: 'That is not an e-mail address.',
    submit: 'Continue',
    cancel: 'Cancel',
    note: 'This sign-in is part of the demo and stands in for Google. It asks for no password and does not exist outside demo mode.',
    ended: 'This sign-in has ended',
    endedNote: 'It was left open too long, or was already used. Nothing happened to your account.',
    back: 'Back to Atelier',
  },
  zh: {
    title: '选择账号',
    purpose: '以继续使用 Atelier',
    other: '其他邮箱地址',
    notAnAddress: '这不是有效的邮箱地址。',
    submit: '继续',
    cancel: '取消',
    note: '这是演示自带的登录页，用来代替 Google。它不需要密码，也只存在于演示模式中。',
    ended: '这次登录已失效',
    endedNote: '页面打开的时间过长，或者已经使用过。你的账号没有任何变化。',
    back: '返回 Atelier',
  },
  de: {
    title: 'Konto auswählen',
    purpose: 'um mit Atelier fortzufahren',
    other: 'Andere E-Mail-Adresse',
    notAnAddress: 'Das ist keine E-Mail-Adresse.',
    submit: 'Weiter',
    cancel: 'Abbrechen',
    note: 'Diese Anmeldung gehört zur Demo und steht für Google. Sie verlangt kein Passwort und existiert nur im Demo-Modus.',
    ended: 'Diese Anmeldung ist beendet',
    endedNote:
      'Sie war zu lange geöffnet oder wurde schon verwendet. Mit Ihrem Konto ist nichts geschehen.',
    back: 'Zurück zu Atelier',
  },
}

export type Texts = (typeof words)['en']

function textsIn(language: Language): Texts {
  return words[language]
}
