import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { chosenHereCookie, type Theme, themes } from '#core/history/contract/browser-state.ts'
import type { Env } from '#core/http/env.ts'
import { ownPath } from '#core/http/own-addresses.ts'
import type { AllParts } from '#core/parts.ts'
import {
  type Language,
  languageOfPath,
  parseLanguage,
  pathIn,
} from '#platform/languages/languages.ts'
import { changeAccount } from '../change-account.ts'
import { authenticate } from '../sign-in/authenticate.ts'

/** The same cookie settings as of the pages: a year, in seconds. */
const cookie = { path: '/', sameSite: 'Lax', maxAge: 31_536_000 } as const

type SignedIn = { context: AllParts; token: string; returnTo: string; secure: boolean }

/**
 * Merges language and theme of a browser with those of the account that just signed in, before the
 * page is rendered, so that nothing flickers. `returnTo` is a page; returns it in the resulting
 * language.
 */
export async function syncPreferences(
  c: Context<Env>,
  { context, token, returnTo, secure }: SignedIn,
): Promise<string> {
  const account = (await authenticate(context, { session: token }))?.account
  const chosenNow = getCookie(c, chosenHereCookie)?.split('.') ?? []
  if (chosenNow.length > 0) deleteCookie(c, chosenHereCookie, { path: '/', secure })
  if (!account) return returnTo

  const theme = themes.find((name) => name === getCookie(c, 'theme')) ?? null
  const isNew = { language: chosenNow.includes('language'), theme: chosenNow.includes('theme') }
  const chosenLanguage = parseLanguage(getCookie(c, 'locale')) ?? null
  const language = isNew.language ? chosenLanguage : languageOfPath(returnTo)
  const { toAccount, toBrowser } = mergePreferences({ language, theme }, isNew, {
    language: parseLanguage(account.language) ?? null,
    theme: account.theme,
  })

  if (Object.keys(toAccount).length > 0) await changeAccount(context, account.id, toAccount)
  if (toBrowser.theme) setCookie(c, 'theme', toBrowser.theme, { ...cookie, secure })
  if (!toBrowser.language) return returnTo
  setCookie(c, 'locale', toBrowser.language, { ...cookie, secure })
  // Without its language prefix a path may lead to another site.
  return ownPath(pathIn(returnTo, toBrowser.language))
}

/** Language and theme; `null` where not set. */
export type Choices = { language: Language | null; theme: Theme | null }

type Settled = {
  /** What is saved to the account. */
  toAccount: Partial<Choices>
  /** What is toBrowser in this browser. */
  toBrowser: Partial<Choices>
}

/**
 * Merges preferences after signing in. A choice made in this browser just before (`isNew`) is the
 * newest and is saved to the account. Otherwise the account's preference is toBrowser; where it has
 * none, the browser keeps its own.
 */
export function mergePreferences(
  here: Choices,
  isNew: Record<keyof Choices, boolean>,
  account: Choices,
): Settled {
  const settled: Settled = { toAccount: {}, toBrowser: {} }
  for (const name of ['language', 'theme'] as const) {
    if (here[name] === account[name]) continue
    if (isNew[name] && here[name] !== null) Object.assign(settled.toAccount, { [name]: here[name] })
    else if (account[name] !== null) Object.assign(settled.toBrowser, { [name]: account[name] })
  }
  return settled
}
