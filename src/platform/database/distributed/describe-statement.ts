import type pg from 'pg'

/** A column of a result: its name and the id of its type. */
export type Column = { name: string; dataTypeID: number }

type Connection = {
  parse(statement: { name: string; text: string; types: number[] }, more: boolean): void
  describe(target: { type: 'S'; name: string }, more: boolean): void
  sync(): void
}

/**
 * Asks PostgreSQL for the columns of a statement's result without running it; `null`: it returns no
 * rows. Rejects where the statement is invalid.
 */
export function describeStatement(client: pg.ClientBase, text: string): Promise<Column[] | null> {
  return new Promise((resolve, reject) => {
    let columns: Column[] | null = null
    let failed = false
    // What `pg` calls of a query while it is the current one.
    const query = {
      submit: (connection: Connection) => {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: Column[] }) => {
        // Of two columns with the same name the later one counts, as in a row.
        columns = [...new Map(fields.map((field) => [field.name, field])).values()]
      },
      handleError: (error: Error) => {
        failed = true
        reject(error)
      },
      handleReadyForQuery: () => {
        if (!failed) resolve(columns)
      },
    }
    client.query(query as unknown as pg.Submittable)
  })
}
