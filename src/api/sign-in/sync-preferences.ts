import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { chosenHereCookie, type Theme, themes } from '#contract/browser-state.ts'
import { type Language, languageOfPath, parseLanguage, pathIn } from '#contract/languages.ts'
import { changeAccount } from '#services/accounts/change-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { authenticate } from '#services/sign-in/authenticate.ts'
import type { Env } from '../env.ts'
import { ownPath } from '../own-addresses.ts'

/** As pages remember what was chosen: for a year, in seconds. */
const cookie = { path: '/', sameSite: 'Lax', maxAge: 31_536_000 } as const

type SignedIn = { context: ServiceContext; token: string; returnTo: string; secure: boolean }

/**
 * Brings language and theme of a browser and of the account that just signed in there together,
 * before the page is drawn: nothing flashes. `returnTo` is a page. Answers it in the language that
 * counts.
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
  const { learned, applied } = mergePreferences({ language, theme }, isNew, {
    language: parseLanguage(account.language) ?? null,
    theme: account.theme,
  })

  if (Object.keys(learned).length > 0) await changeAccount(context, account.id, learned)
  if (applied.theme) setCookie(c, 'theme', applied.theme, { ...cookie, secure })
  if (!applied.language) return returnTo
  setCookie(c, 'locale', applied.language, { ...cookie, secure })
  // Without its language a path may be one that leads elsewhere.
  return ownPath(pathIn(returnTo, applied.language))
}

/** Language and theme; `null` where nothing was chosen. */
export type Choices = { language: Language | null; theme: Theme | null }

type Settled = {
  /** What the account learns of this browser. */
  learned: Partial<Choices>
  /** What this browser takes over from the account. */
  applied: Partial<Choices>
}

/**
 * What counts after signing in. What was chosen in this browser just before (`isNew`) is the newest
 * word and goes to the account. All else the account says is applied here; where it says nothing,
 * the browser stays as it is.
 */
export function mergePreferences(
  here: Choices,
  isNew: Record<keyof Choices, boolean>,
  account: Choices,
): Settled {
  const settled: Settled = { learned: {}, applied: {} }
  for (const name of ['language', 'theme'] as const) {
    if (here[name] === account[name]) continue
    if (isNew[name] && here[name] !== null) Object.assign(settled.learned, { [name]: here[name] })
    else if (account[name] !== null) Object.assign(settled.applied, { [name]: account[name] })
  }
  return settled
}
