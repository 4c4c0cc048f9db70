import { randomUUID } from 'node:crypto'
import type { Connection } from '#platform/database/database.ts'
import { openNotificationConnection } from '#platform/database/notification-connection.ts'

/** A changed generation and its account. */
export type Change = { accountId: string; generationId: string }

/** Publishes changes to every process, this one at once, and receives those of others. */
export type Changes = {
  publish(change: Change): void
  /** A generation is due: wakes the workers of every process. */
  publishDue(): void
  /**
   * Sessions or keys of this account ended, or of any account (`null`): open connections must be
   * authenticated again.
   */
  publishRevocation(accountId: string | null): void
  onChanges(listener: (changes: Change[]) => void): void
  onDue(listener: () => void): void
  onRevocation(listener: (accountId: string | null) => void): void
  /** The connection was down for a while: listeners should reload their state. */
  onGap(listener: () => void): void
  /**
   * Changes published until then were received, in ms since 1970 by PostgreSQL's clock.
   */
  receivedUntil(): number
  /**
   * PostgreSQL's clock, in ms since 1970. Compare database times with this, never with the
   * process's own clock.
   */
  now(): number
  close(): Promise<void>
}

declare module '#core/parts.ts' {
  interface AllParts {
    changes: Pick<Changes, 'publish' | 'publishDue' | 'publishRevocation'>
  }
}

const channel = 'atelier'
/** The pause between two messages of one process, in ms. The first one is sent at once. */
const batchPause = 4
/** Prefix of an account whose credentials were revoked; a payload without it is a change. */
const revocationMark = '!'
/** Stands for every account after that prefix. */
const everyAccount = '*'
/** After so long without its own word its connection may be down, in ms. */
const echoLimit = 15_000
/** After so long a process that was not heard is gone: longer than both limits together, in ms. */
const silence = 35_000
/** PostgreSQL rejects payloads of 8000 bytes; a change is 74 characters. */
const changesPerMessage = 90

/**
 * `LISTEN`/`NOTIFY` on a connection of its own. `NOTIFY` makes commits wait for each other, so it
 * is never part of a money statement: the first message is sent at once, later ones are batched for
 * some milliseconds. A process that is alone, as most are, sends nothing but revocations
 * (docs/decisions/0051-alone-without-notify.md). `elapsed`: a monotonic clock, in ms. `heartbeat`: how
 * often it says that it listens, in ms.
 */
export async function openChanges(
  connection: Connection,
  onError: (error: Error) => void,
  { elapsed = () => performance.now(), heartbeat = 10_000 } = {},
): Promise<Changes> {
  const self = randomUUID()
  /** When each process was heard last, this one among them. */
  const heard = new Map<string, number>()
  let listensSince = elapsed()
  const listeners = {
    changes: [] as ((changes: Change[]) => void)[],
    revocation: [] as ((accountId: string | null) => void)[],
    due: [] as (() => void)[],
    gap: [] as (() => void)[],
  }
  let pending: string[] = []
  let due = false
  let sending = false
  let closed = false
  const connected = await openNotificationConnection(connection, {
    channel,
    onMessage: receive,
    onBack: () => {
      listensSince = elapsed()
      sayHere()
      for (const listener of listeners.gap) listener()
      schedule()
    },
    onError,
  })
  sayHere()
  const timer = setInterval(sayHere, heartbeat).unref()

  function sayHere() {
    connected.send(`${self} here`).catch(onError)
  }

  /** Whether no other process listens, said only while the connection is surely open. */
  function isAlone(): boolean {
    const now = elapsed()
    for (const [id, at] of heard) if (at < now - silence) heard.delete(id)
    const hasEcho = (heard.get(self) ?? Number.NEGATIVE_INFINITY) > now - echoLimit
    return hasEcho && heard.size === 1 && listensSince < now - silence
  }

  function receive(payload: string) {
    const [sender, kind, ...changed] = payload.split(' ')
    if (sender !== undefined) heard.set(sender, elapsed())
    if (sender === self) return
    notify(kind === 'due', changed.flatMap(parseChange))
    for (const item of changed)
      if (item.startsWith(revocationMark)) receiveRevocation(item.slice(revocationMark.length))
  }

  function receiveRevocation(name: string) {
    notifyRevocation(name === everyAccount ? null : name)
  }

  function notifyRevocation(accountId: string | null) {
    for (const listener of listeners.revocation) listener(accountId)
  }

  function notify(isDue: boolean, changes: Change[]) {
    if (isDue) for (const listener of listeners.due) listener()
    if (changes.length > 0) for (const listener of listeners.changes) listener(changes)
  }

  function schedule() {
    if (sending || closed || (pending.length === 0 && !due)) return
    sending = true
    setImmediate(() => void send())
  }

  async function send() {
    const batch = pending.splice(0, changesPerMessage)
    const wasDue = due
    due = false
    try {
      await connected.send([self, wasDue ? 'due' : 'changed', ...batch].join(' '))
    } catch (error) {
      pending = [...batch, ...pending].slice(0, 10_000)
      due ||= wasDue
      onError(error as Error)
      sending = false
      return
    }
    setTimeout(() => {
      sending = false
      schedule()
    }, batchPause)
  }

  return {
    publish: (change) => {
      notify(false, [change])
      if (isAlone()) return
      pending.push(`${change.accountId}/${change.generationId}`)
      schedule()
    },
    publishRevocation: (accountId) => {
      notifyRevocation(accountId)
      pending.push(revocationMark + (accountId ?? everyAccount))
      schedule()
    },
    publishDue: () => {
      notify(true, [])
      if (isAlone()) return
      due = true
      schedule()
    },
    onChanges: (listener) => void listeners.changes.push(listener),
    onDue: (listener) => void listeners.due.push(listener),
    onRevocation: (listener) => void listeners.revocation.push(listener),
    onGap: (listener) => void listeners.gap.push(listener),
    receivedUntil: connected.receivedUntil,
    now: connected.now,
    close: async () => {
      closed = true
      clearInterval(timer)
      await connected.close()
    },
  }
}

function parseChange(text: string): Change[] {
  const [accountId, generationId] = text.split('/')
  return accountId && generationId ? [{ accountId, generationId }] : []
}
