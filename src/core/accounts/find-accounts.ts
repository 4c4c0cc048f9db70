import { isId } from '#core/ids.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import type { Database } from '#platform/database/database.ts'
import type { FeatureAccountFields } from './contract/admin-accounts.ts'
import { findAccount, findAccountByEmail } from './queries/accounts.ts'
import { countLimit, listAccess, newestAccounts, searchAccounts } from './queries/admin-accounts.ts'
import type { AccountRow } from './tables.ts'

/**
 * Returns the account that an operator names by its id or e-mail address. Throws `Refused` with
 * `not_found`.
 */
export async function findNamedAccount(database: Database, name: string): Promise<AccountRow> {
  const isText = plainText.test(name)
  const found = isId(name)
    ? await findAccount(database, name)
    : isText && (await findAccountByEmail(database, name))
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

type Context = Parts<'database'>

/** A part of a list: its rows, newest first, and the id to ask for older ones with. */
export type OlderPage<Row> = { rows: Row[]; before: string | null }

/**
 * Returns the accounts whose id is `text` or whose e-mail address or name contains it, newest first.
 * `total`: how many there are; `isTotalExact`: whether all were counted.
 */
export async function findAccounts(
  { database }: Context,
  { text, before, limit }: { text: string; before: string | null; limit: number },
): Promise<OlderPage<AccountRow> & { total: number; isTotalExact: boolean }> {
  if (isId(text)) {
    const found = await findAccount(database, text)
    const rows = found && before === null ? [found] : []
    return { rows, before: null, total: found ? 1 : 0, isTotalExact: true }
  }
  const found = await searchAccounts(database, { text, before, limit: limit + 1 })
  const isTotalExact = found.total <= countLimit
  return {
    ...olderPage(found.rows, limit),
    total: Math.min(found.total, countLimit),
    isTotalExact,
  }
}

/** How many rows a file of a list has at most. */
export const maxFileRows = 100_000

/** Reads the accounts that `findAccounts` finds in batches, up to `maxFileRows`. */
export function streamAccounts({ database }: Context, text: string): AsyncGenerator<AccountRow[]> {
  return streamPages(async (before, limit) => {
    if (!isId(text)) return newestAccounts(database, { text, before, limit }).execute()
    const found = before === null ? await findAccount(database, text) : undefined
    return found ? [found] : []
  })
}

/** Reads a list page by page, up to `maxFileRows`. `before`: the id of the last row. */
export async function* streamPages<Row extends { id: string }>(
  read: (before: string | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: string | null = null
  for (let left = maxFileRows; left > 0; ) {
    const limit: number = Math.min(batchSize, left)
    const rows: Row[] = await read(before, limit)
    yield rows
    if (rows.length < limit) return
    before = rows.at(-1)?.id ?? null
    left -= rows.length
  }
}

/** How many rows of a file are read at once. */
const batchSize = 1_000

/** Takes `limit` rows of one more that were read: that one shows whether there are older ones. */
export function olderPage<Row extends { id: string }>(found: Row[], limit: number): OlderPage<Row> {
  const rows = found.slice(0, limit)
  return { rows, before: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** What features add to the operator's view of an account: a field by its name. */
export type AccountFields = Readonly<{
  [Name in keyof FeatureAccountFields]: (
    database: AllParts['database'],
    accountId: string,
  ) => Promise<FeatureAccountFields[Name]>
}>

declare module '#core/parts.ts' {
  interface Contributions {
    accountFields: AccountFields
  }
}

/** How many operator actions are shown with an account. */
const actsShown = 50

/**
 * Returns an account by id or e-mail address, with its sessions, its keys, what features add, and the
 * operator actions on it. Throws `Refused`.
 */
export async function readAccountDetails(
  { database, contributions }: Parts<'database' | 'contributions'>,
  name: string,
) {
  const account = await findNamedAccount(database, name)
  const reads = Object.entries<(database: Database, accountId: string) => Promise<unknown>>(
    contributions.accountFields,
  )
  const [access, fields, acts] = await Promise.all([
    listAccess(database, account.id),
    Promise.all(reads.map(async ([field, read]) => [field, await read(database, account.id)])),
    listOperatorActions(database, { accountId: account.id, limit: actsShown }),
  ])
  const added: FeatureAccountFields = Object.fromEntries(fields)
  return { account, ...access, added, acts }
}

export type AccountDetails = Awaited<ReturnType<typeof readAccountDetails>>
