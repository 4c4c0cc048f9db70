import pg from 'pg'
import { type Connection, clientOptions } from './database.ts'

/** A generation that changed, and whose it is. */
export type Change = { accountId: string; generationId: string }

/** Tells every process what changed, and hears what others changed. */
export type Changes = {
  publish(change: Change): void
  /** New work is due: wakes the workers of every process. */
  publishDue(): void
  onChanges(listener: (changes: Change[]) => void): void
  onDue(listener: () => void): void
  /** The line was down for a while: whoever shows state should load it again. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const channel = 'atelier'
const batchPause = 4
const reconnectPause = 500
/** PostgreSQL refuses payloads of 8000 bytes; a change is 73 characters. */
const changesPerMessage = 90

/**
 * `LISTEN`/`NOTIFY` on a connection of its own. `NOTIFY` makes commits wait for each other, so it is never sent inside a
 * money statement: changes are gathered for some milliseconds and sent together.
 */
export async function openChanges(connection: Connection, onError: (error: Error) => void): Promise<Changes> {
  const heard = { changes: [] as ((c: Change[]) => void)[], due: [] as (() => void)[], gap: [] as (() => void)[] }
  let pending: Change[] = []
  let due = false
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(clientOptions(connection))
    fresh.on('error', onError)
    fresh.on('end', () => void reconnect())
    fresh.on('notification', ({ payload }) => hear(payload ?? ''))
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    return fresh
  }

  async function reconnect(): Promise<void> {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, reconnectPause))
      try {
        client = await connect()
        for (const listener of heard.gap) listener()
        schedule()
        return
      } catch (error) {
        onError(error as Error)
      }
    }
  }

  function hear(payload: string) {
    if (payload.startsWith('due')) for (const listener of heard.due) listener()
    const changes = payload
      .slice(payload.indexOf(' ') + 1)
      .split(' ')
      .flatMap(parseChange)
    if (changes.length > 0) for (const listener of heard.changes) listener(changes)
  }

  function schedule() {
    timer ??= setTimeout(() => void flush(), batchPause)
  }

  async function flush() {
    timer = undefined
    const batch = pending.splice(0, changesPerMessage)
    const word = due ? 'due' : 'changed'
    due = false
    try {
      if (batch.length > 0 || word === 'due') {
        const body = batch.map((change) => `${change.accountId}/${change.generationId}`).join(' ')
        await client.query('select pg_notify($1, $2)', [channel, `${word} ${body}`])
      }
    } catch (error) {
      pending = [...batch, ...pending].slice(0, 10_000)
      onError(error as Error)
      return
    }
    if (pending.length > 0) schedule()
  }

  return {
    publish: (change) => {
      pending.push(change)
      schedule()
    },
    publishDue: () => {
      due = true
      schedule()
    },
    onChanges: (listener) => void heard.changes.push(listener),
    onDue: (listener) => void heard.due.push(listener),
    onGap: (listener) => void heard.gap.push(listener),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client.end()
    },
  }
}

function parseChange(text: string): Change[] {
  const [accountId, generationId] = text.split('/')
  return accountId && generationId ? [{ accountId, generationId }] : []
}
