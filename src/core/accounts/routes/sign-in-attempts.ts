import type { Context } from 'hono'
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Env } from '#core/http/env.ts'
import { attemptTime } from '../sign-in/sessions.ts'

/**
 * The state of a browser between its redirect to the identity provider and its return. `at`: when
 * it left, ms since 1970.
 */
const SignInAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** The id of the sign-in method: an answer counts at the callback of the same one alone. */
  method: z.string(),
  /** What the person brings to be admitted; earlier versions wrote none. */
  pass: z.object({ parameter: z.string(), token: z.string() }).nullable().default(null),
  at: z.number(),
})
export type SignInAttempt = z.infer<typeof SignInAttempt>

/**
 * A browser may have this many at a time, one per tab; the oldest is dropped. All of them must fit
 * into one request.
 */
const maxAttempts = 4

export type AttemptCookies = {
  keep(c: Context<Env>, attempt: SignInAttempt): Promise<void>
  /**
   * Returns and deletes the attempt of this browser with this state; `null`: there is none, or it
   * expired.
   */
  take(c: Context<Env>, state: string | undefined): Promise<SignInAttempt | null>
}

/**
 * Each attempt has a signed cookie of its own, so that tabs do not disturb each other. Over https
 * it is bound to the host (`__Host-`): a sibling host could otherwise plant an attempt.
 */
export function attemptCookies({
  secure,
  secret,
}: {
  secure: boolean
  secret: string
}): AttemptCookies {
  const prefix = `${secure ? '__Host-' : ''}atelier_sign_in_`
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const

  async function read(c: Context<Env>, name: string): Promise<SignInAttempt | null> {
    const text = await getSignedCookie(c, secret, name)
    const attempt = text ? parse(text) : null
    return attempt && Date.now() - attempt.at < attemptTime ? attempt : null
  }

  async function makeRoom(c: Context<Env>) {
    const names = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix))
    const left = await Promise.all(
      names.map(async (name) => ({ name, at: (await read(c, name))?.at ?? 0 })),
    )
    const newestFirst = left.toSorted((one, other) => other.at - one.at)
    for (const { name } of newestFirst.slice(maxAttempts - 1)) deleteCookie(c, name, options)
  }

  return {
    async keep(c, attempt) {
      await makeRoom(c)
      const text = Buffer.from(JSON.stringify(attempt)).toString('base64url')
      await setSignedCookie(c, prefix + nameOf(attempt.state), text, secret, {
        ...options,
        maxAge: attemptTime / 1_000,
      })
    },
    async take(c, state) {
      if (!state || !/^[\w-]+$/.test(state)) return null
      const name = prefix + nameOf(state)
      const attempt = await read(c, name)
      if (attempt?.state !== state) return null
      deleteCookie(c, name, options)
      return attempt
    },
  }
}

function nameOf(state: string): string {
  return state.slice(0, 16)
}

function parse(text: string): SignInAttempt | null {
  try {
    return (
      SignInAttempt.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
    )
  } catch {
    // Not a cookie of ours, or of an older version.
    return null
  }
}
