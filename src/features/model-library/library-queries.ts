import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ListedEndpoint } from './list-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    endpoint_list: EndpointListTable
    listed_endpoint: ListedEndpointTable
  }
}

/** When the endpoints of a provider were listed, and when they are next. */
type EndpointListTable = {
  provider: string
  next_at: Date
  fetched_at: Date | null
  refused: number
  is_whole: boolean
  failed_at: Date | null
  problem: string | null
}

/** An endpoint that a provider lists; `amount`: the price of one `unit`. */
type ListedEndpointTable = {
  provider: string
  endpoint: string
  name: string
  category: string | null
  amount: number | null
  unit: string | null
  currency: string | null
}

/** Pauses until a list is read again, in hours. */
const pauses = { read: 24, failed: 1 }

/** Adds these providers, whose lists are due at once where they are new; returns those that are due. */
export async function listDue(
  database: Database,
  providers: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ provider: string; is_due: boolean }>`
    select provider, coalesce(next_at <= now(), true) as is_due
    from unnest(${providers}::text[]) as provider left join endpoint_list using (provider)`.execute(
    database,
  )
  return rows.flatMap(({ provider, is_due }) => (is_due ? [provider] : []))
}

/** Lets the lists of these providers be read next. */
export async function makeDue(database: Database, providers: readonly string[]): Promise<void> {
  await sql`
    insert into endpoint_list (provider) select unnest(${providers}::text[])
    on conflict (provider) do update set next_at = now()`.execute(database)
}

/** Replaces the saved list of a provider by a new one, in one transaction. */
export function replaceList(
  database: Database,
  provider: string,
  list: { endpoints: readonly ListedEndpoint[]; refused: number; isWhole: boolean },
): Promise<void> {
  const { refused, isWhole } = list
  const rows = list.endpoints.map(({ price, ...one }) => ({ ...one, ...price }))
  return database.transaction().execute(async (transaction) => {
    // First, so that two of them do not delete and insert the same rows at once.
    await sql`
      insert into endpoint_list (provider, next_at, fetched_at, refused, is_whole)
      values (${provider}, now() + ${pauses.read} * interval '1 hour', now(), ${refused}, ${isWhole})
      on conflict (provider) do update set next_at = excluded.next_at, fetched_at = excluded.fetched_at,
        refused = excluded.refused, is_whole = excluded.is_whole, failed_at = null, problem = null`.execute(
      transaction,
    )
    await transaction.deleteFrom('listed_endpoint').where('provider', '=', provider).execute()
    await sql`
      insert into listed_endpoint (provider, endpoint, name, category, amount, unit, currency)
      select ${provider}, endpoint, name, category, amount, unit, currency
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(endpoint text, name text,
        category text, amount double precision, unit text, currency text)`.execute(transaction)
  })
}

/** Records why a list could not be read; what was saved of it stays. */
export async function recordFailure(
  database: Database,
  provider: string,
  problem: string,
): Promise<void> {
  await sql`
    insert into endpoint_list (provider, next_at, failed_at, problem)
    values (${provider}, now() + ${pauses.failed} * interval '1 hour', now(), ${problem})
    on conflict (provider) do update set next_at = excluded.next_at, failed_at = excluded.failed_at,
      problem = excluded.problem`.execute(database)
}

/** The state of the saved list of each of these providers. */
export async function readLists(database: Database, providers: readonly string[]) {
  const { rows } = await sql<
    Omit<EndpointListTable, 'next_at'> & { is_due: boolean; endpoints: number }
  >`
    select provider, fetched_at, coalesce(refused, 0) as refused, coalesce(is_whole, true) as is_whole,
      failed_at, problem, coalesce(next_at <= now(), true) as is_due,
      (select count(*)::integer from listed_endpoint as listed where listed.provider = asked.provider) as endpoints
    from unnest(${providers}::text[]) as asked(provider) left join endpoint_list using (provider)
    order by provider`.execute(database)
  return rows
}

/** Returns the categories that endpoints of these providers have. */
export async function listCategories(
  database: Database,
  providers: readonly string[],
): Promise<string[]> {
  const rows = await database
    .selectFrom('listed_endpoint')
    .select('category')
    .distinct()
    .where('provider', 'in', [...providers, ''])
    .where('category', 'is not', null)
    .orderBy('category')
    .execute()
  return rows.flatMap(({ category }) => category ?? [])
}

/** An endpoint of a provider that a model calls. */
export type AddedEndpoint = { provider: string; endpoint: string }

/** What is searched, all of which must hold. */
export type LibrarySearch = {
  providers: readonly string[]
  words: readonly string[]
  category: string | null
  isAdded: boolean | null
  after: AddedEndpoint | null
  limit: number
}

export type FoundEndpoint = ListedEndpointTable & { is_added: boolean; total: number }

/** Finds endpoints by provider and endpoint; `total` of each: how many there are on all pages. */
export async function findEndpoints(
  database: Database,
  { providers, words, category, isAdded, after, limit }: LibrarySearch,
  added: readonly AddedEndpoint[],
): Promise<FoundEndpoint[]> {
  const { rows } = await sql<FoundEndpoint>`
    with added as (
      select distinct provider, endpoint
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as given(provider text, endpoint text)
    ), found as (
      select listed.*, added.endpoint is not null as is_added
      from listed_endpoint as listed left join added using (provider, endpoint)
      where provider = any(${providers}) and (${category}::text is null or category = ${category})
        and (${isAdded}::boolean is null or (added.endpoint is not null) = ${isAdded})
        and not exists (select from unnest(${words}::text[]) as word
          where position(word in lower(concat_ws(' ', name, endpoint, category))) = 0)
    )
    select found.*, (select count(*)::integer from found) as total from found
    where ${after === null} or (provider, endpoint) > (${after?.provider ?? ''}, ${after?.endpoint ?? ''})
    order by provider, endpoint limit ${limit}`.execute(database)
  return rows
}

/** Returns one listed endpoint. */
export function findEndpoint(
  database: Database,
  { provider, endpoint }: AddedEndpoint,
): Promise<ListedEndpointTable | undefined> {
  return database
    .selectFrom('listed_endpoint')
    .selectAll()
    .where('provider', '=', provider)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
}
