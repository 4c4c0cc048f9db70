import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryId,
} from 'kysely'
import type { Tables } from '../tables.ts'

/** The accounts of the statements that are to run on the shard of one. */
const accounts = new WeakMap<QueryId, string>()

class DistributedAdapter extends PostgresAdapter {}

/** Precedes the text of a statement that is to run on the shard of an account. */
const mark = '--on shard of '
const markLength = mark.length + 36 + 1

/** Splits a marked statement into the account and the statement; `null`: it has no mark. */
export function readMark(text: string): { accountId: string; statement: string } | null {
  if (!text.startsWith(mark)) return null
  return { accountId: text.slice(mark.length, markLength - 1), statement: text.slice(markLength) }
}

/** PostgreSQL behind a Citus coordinator: statements of `onShardOf` carry their account. */
export class DistributedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter() {
    return new DistributedAdapter()
  }

  override createDriver() {
    return new DistributedDriver(this.#config)
  }
}

const prepared = new WeakSet<DatabaseConnection>()

class DistributedDriver extends PostgresDriver {
  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const connection = await super.acquireConnection(...options)
    if (!prepared.has(connection)) {
      prepared.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = (query, ...rest) => execute(marked(query), ...rest)
    }
    return connection
  }
}

function marked<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const accountId = accounts.get(query.queryId)
  return accountId === undefined ? query : { ...query, sql: `${mark}${accountId}\n${query.sql}` }
}

/** Whether the accounts of this database are distributed over the workers of a Citus cluster. */
export function isDistributed(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof DistributedAdapter
}

/**
 * The same database, or transaction, for statements that touch rows of this account alone: where
 * accounts are distributed they run as they are on the account's shard, in one round trip. The
 * account must exist: otherwise nothing runs, as if no row were found.
 */
export function onShardOf(database: Kysely<Tables>, accountId: string): Kysely<Tables> {
  if (!isDistributed(database)) return database
  const route: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      accounts.set(queryId, accountId)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return database.withPlugin(route)
}
