import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import type { SignUpRefusal } from '../rules/sign-up.ts'

/**
 * What a feature accepts in place of an operator's approval. A person brings its token to the
 * sign-in, and the account that is made for them takes one use of it.
 */
export type SignUpPass = {
  /** The parameter of a sign-in that has the token. */
  parameter: string
  /** The form of a token. */
  form: RegExp
  /** The ledger's note on its credits, which one identity gets once. */
  note: string
  /** The path of its page, to which a person returns who has an account. */
  pageOf(token: string): string
  /** Returns why it makes no account; `null`: it makes one. */
  check(context: Parts<'database' | 'now'>, tokenHash: Buffer): Promise<SignUpRefusal | null>
  /**
   * Takes one use in the transaction of the account, and returns the credits that it gives; `null`:
   * it does not count any more.
   */
  take(transaction: Database, tokenHash: Buffer): Promise<number | null>
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** What admits a person in place of an operator's approval. */
    signUpPasses: readonly SignUpPass[]
  }
}

/** A token that a person brings, and the parameter that had it. */
export type BroughtPass = { parameter: string; token: string }

/** Returns the pass of a token; `undefined`: the feature is gone. */
export function findPass(
  passes: readonly SignUpPass[],
  { parameter }: BroughtPass,
): SignUpPass | undefined {
  return passes.find((pass) => pass.parameter === parameter)
}
