import type { Context } from 'hono'
import type { AccountRow } from '#services/rows.ts'
import type { Env } from './env.ts'
import type { Reader } from './presenters/present-generation.ts'

/** For whom an answer is written. */
export function readerOf(c: Context<Env>, account: AccountRow): Reader {
  return { email: account.email, language: c.get('language'), origin: c.get('origin') }
}
