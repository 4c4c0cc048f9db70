import type { Generated, Selectable } from 'kysely'
import type { WithDefault } from '#platform/database/tables.ts'
import type { Role } from './rules/roles.ts'

type AccountTable = {
  id: string
  email: string
  name: string | null
  issuer: string | null
  subject: string | null
  /** What its owner may do in `/admin` beside `ADMIN_EMAILS` (core/accounts/rules/roles.ts). */
  role: WithDefault<Role | null>
  /** The identity provider whose groups claim gave the role; `null`: an operator did. */
  role_source: WithDefault<string | null>
  credits: WithDefault<number>
  has_paid: WithDefault<boolean>
  /**
   * Credits that a payment's refund should have taken but that were spent already. Later credits
   * repay it.
   */
  owed: WithDefault<number>
  /**
   * The most credits that may be spent in a day (UTC), and for one generation; `null`: no limit.
   */
  daily_cap: WithDefault<number | null>
  job_ceiling: WithDefault<number | null>
  /** Credits charged, less refunded, for what was started on this day: days (UTC) since 1970. */
  spent: WithDefault<number>
  spent_day: WithDefault<number>
  /** When its next allowance is due: days (UTC) since 1970; 0: it had none yet. */
  renews_day: WithDefault<number>
  /** Until when its start rate is used up (core/generations/rules/start-generation.ts). */
  starts_until: WithDefault<Date>
  /** Whether its generations are public by default. */
  default_public: WithDefault<boolean>
  /** Whether its owner wants a mail about long jobs that end without an open page. */
  mail_when_finished: WithDefault<boolean>
  /** A code of `platform/languages/languages.ts`; who reads it asks whether it is one still. */
  language: WithDefault<string | null>
  theme: WithDefault<'dark' | 'light' | 'system' | null>
  /** The version of the terms that its owner accepted last, and when. */
  terms_version: WithDefault<number | null>
  terms_accepted_at: WithDefault<Date | null>
  /** It may read and download, and start nothing. */
  suspended_at: WithDefault<Date | null>
  /**
   * Whether an operator has yet to decide on it, or rejected it; it is suspended then. `null`: it
   * was approved or needs no approval.
   */
  approval: WithDefault<'waiting' | 'rejected' | null>
  /** Why it was rejected, for its owner. */
  approval_note: WithDefault<string | null>
  /** The credits that its approval gives. */
  awaited_credits: WithDefault<number>
  /** The personal data is deleted; the row stays for the ledger. */
  deleted_at: WithDefault<Date | null>
  /** When to erase what is left of a deleted one; `null`: nothing is. */
  purge_at: WithDefault<Date | null>
  /**
   * Of a deleted one: the current account of the same identity, which takes over its debts, and how
   * much it has taken over.
   */
  successor_id: WithDefault<string | null>
  debt_moved: WithDefault<number>
  /** The number of the newest generation; each gets the next. */
  last_number: WithDefault<number>
  /** The number of the newest ledger entry; each gets the next. */
  last_entry: WithDefault<number>
  created_at: Generated<Date>
}

/** The e-mail address or identity that an account is found by, unique among all accounts. */
type AccountNameTable = { name: string; account_id: string }

type SessionTable = {
  id: string
  account_id: string
  token_hash: Buffer
  user_agent: WithDefault<string | null>
  created_at: Generated<Date>
  last_seen_at: Generated<Date>
  expires_at: Date
}

/**
 * A keyed hash that identifies an identity whose account was deleted. `account_id`: its last one.
 */
type DeletedIdentityTable = {
  identity_hash: Buffer
  account_id: string
  has_signup_grant: boolean
  created_at: Generated<Date>
}

/**
 * Used answers of the identity provider: each opens one session at most.
 */
type SignInUsedTable = { state_hash: Buffer; used_at: Generated<Date> }

/** The scope of a key: read only, or also create, change and delete. */
export type KeyScope = 'read' | 'create'

type ApiKeyTable = {
  id: string
  account_id: string
  name: string
  key_hash: Buffer
  /** Its beginning and end, for its owner to recognise it. */
  hint: WithDefault<string>
  scopes: WithDefault<KeyScope[]>
  starts_until: WithDefault<Date>
  created_at: Generated<Date>
  last_used_at: Date | null
  revoked_at: Date | null
  /**
   * Of a key that no one has, because a program has tokens for it: the hash of the program's id.
   * `null`: an API key.
   */
  client_hash: WithDefault<Buffer | null>
  /** `null`: it works until it is revoked. */
  expires_at: WithDefault<Date | null>
  /** The most credits that it may spend in a day and in a month (UTC); `null`: no limit. */
  daily_cap: WithDefault<number | null>
  monthly_cap: WithDefault<number | null>
  /** Credits charged on this day: days (UTC) since 1970. */
  spent: WithDefault<number>
  spent_day: WithDefault<number>
  /** Credits charged in this month: months (UTC) since year 0. */
  spent_in_month: WithDefault<number>
  spent_month: WithDefault<number>
  /** Credits charged ever. */
  spent_total: WithDefault<number>
}

export type AccountRow = Selectable<AccountTable>

export type SessionRow = Selectable<SessionTable>

export type ApiKeyRow = Selectable<ApiKeyTable>

declare module '#platform/database/tables.ts' {
  interface Tables {
    account: AccountTable
    account_name: AccountNameTable
    session: SessionTable
    sign_in_used: SignInUsedTable
    deleted_identity: DeletedIdentityTable
    api_key: ApiKeyTable
  }
}
