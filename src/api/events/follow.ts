import type { SSEStreamingApi } from 'hono/streaming'
import type { LiveEvents } from '#contract/events.ts'
import { readAccount } from '#services/accounts/read-account.ts'
import type { ServiceContext } from '#services/context.ts'
import { listChanges } from '#services/generations/reading/list-changes.ts'
import { type GenerationWithMedia, readGenerations } from '#services/generations/reading/read-generation.ts'
import { presentAccount } from '../presenters/present-account.ts'
import { presentGeneration, type Reader } from '../presenters/present-generation.ts'
import type { Hub } from './hub.ts'
import type { Letter, Mailbox } from './mailbox.ts'

/** Of whom changes are told, to whom, and from when on: what they have already (ms since 1970), or from now. */
export type Following = { accountId: string; reader: Reader; lastEventId: number | null }

/** Browsers come back after a break this soon, in ms, spread so that thousands do not come at once. */
const comeBackAfter = () => 1_000 + Math.round(Math.random() * 2_000)

/** After the database failed, in ms. */
const tryAgainAfter = () => 1_000 + Math.random() * 1_000

/**
 * Writes what the mailbox says into the stream until it is closed. The id of an event is the time until which everything
 * has been sent, so a break loses nothing: a letter's events bear the id of what came before it.
 */
export async function follow(
  { context, hub }: { context: ServiceContext; hub: Hub },
  { stream, mailbox }: { stream: SSEStreamingApi; mailbox: Mailbox },
  { accountId, reader, lastEventId }: Following,
): Promise<void> {
  let id = lastEventId ?? hub.heardUntil()

  const send = <Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name]) =>
    stream.writeSSE({ event, data: JSON.stringify(data), id: String(id) })

  const sendGeneration = (found: GenerationWithMedia) =>
    found.row.deleted_at
      ? send('generation-deleted', { id: found.row.id })
      : send('generation', presentGeneration(found, reader))

  const sendChanges = async (ids: string[] | null) => {
    const pages = ids ? [await readGenerations(context, ids)] : listChanges(context, accountId, id)
    for await (const page of pages) for (const found of page) await sendGeneration(found)
  }

  const sendAccount = async () => {
    const account = await readAccount(context, accountId)
    if (account) await send('account', presentAccount(account, context))
  }

  const deliver = async (letter: Letter) => {
    const heardUntil = hub.heardUntil()
    if (letter !== 'silence') await sendChanges(letter)
    id = Math.max(id, heardUntil)
    if (letter === 'silence') await stream.write(`: still here\nid: ${id}\n\n`)
    else await sendAccount()
  }

  await stream.writeSSE({ event: 'ready', data: '{}', id: String(id), retry: comeBackAfter() })
  for await (const letter of mailbox.letters) {
    try {
      await deliver(letter)
    } catch (error) {
      context.log.warn({ reason: String(error) }, 'an event stream could not be told what changed yet')
      setTimeout(() => mailbox.put(null), tryAgainAfter()).unref()
    }
  }
}
