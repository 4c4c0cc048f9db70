import type { AccountRow } from '#core/accounts/tables.ts'
import type { RequestContext } from '#core/http/env.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { exportAccount } from '../export-account.ts'
import { sendZip } from './send-zip.ts'

/**
 * Sends exports of accounts, one at a time of each. `send` throws `Refused` `export_running`.
 */
export function createExportSender(
  context: Parts<'contributions' | 'database' | 'log' | 'storage'>,
) {
  const exporting = new Set<string>()
  return {
    isRunning: (accountId: string) => exporting.has(accountId),
    send(c: RequestContext, account: AccountRow): Response {
      const day = new Date().toISOString().slice(0, 10)
      if (c.req.method !== 'HEAD' && exporting.has(account.id))
        throw new Refused({ reason: 'export_running' })
      return sendZip(c, {
        fileName: `atelier-account-${day}.zip`,
        bytes: null,
        read: () => withEntryInSet(exporting, account.id, exportAccount(context, account)),
      })
    },
  }
}

/**
 * Keeps a name in a set while a stream is read: until its end, an error, or until the reader stops,
 * even before the first chunk, which a generator alone would not notice.
 */
function withEntryInSet<Piece>(
  names: Set<string>,
  name: string,
  source: AsyncGenerator<Piece>,
): AsyncIterableIterator<Piece> {
  names.add(name)
  const release = (result: IteratorResult<Piece>) => {
    if (result.done) names.delete(name)
    return result
  }
  const give = (error: unknown) => {
    names.delete(name)
    throw error
  }
  return {
    next: () => source.next().then(release, give),
    return: async (value) => {
      names.delete(name)
      return source.return(value)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
