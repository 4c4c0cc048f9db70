import { createServer } from 'node:net'
import path from 'node:path'
import { type Child, startChild } from './child.ts'

export type Role = 'web' | 'worker'

/** One process of the product, which is started again whenever it ends. */
export type Member = {
  name: string
  role: Role
  url: string | null
  /** `kill -9`, one after the other; done when it runs again. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Start = {
  name: string
  role: Role
  /**
   * A web that also works, as one process alone does: what is started there is claimed in the same
   * statement.
   */
  works: boolean
  port: number
  env: Record<string, string>
  logs: string
  onEnd(reason: string): void
}

const startAttempts = 10

/** Starts a web or worker process. `onEnd` is called when it ended without being killed. */
export async function startMember(start: Start): Promise<Member> {
  let state: 'running' | 'killing' | 'stopping' = 'running'
  const isStopping = () => state === 'stopping'
  let child = await startUntilReady(start, isStopping)
  let lastKill = Promise.resolve()

  async function watch(current: Child): Promise<void> {
    const reason = await current.ended
    if (state !== 'running' || current !== child) return
    start.onEnd(reason)
    await startAgain()
  }

  async function startAgain(): Promise<void> {
    child = await startUntilReady(start, isStopping)
    if (isStopping()) return child.stop()
    state = 'running'
    void watch(child)
  }

  async function killOnce(): Promise<void> {
    if (isStopping()) return
    state = 'killing'
    child.kill()
    await child.ended
    await startAgain()
  }

  void watch(child)
  return {
    name: start.name,
    role: start.role,
    url: start.role === 'web' ? `http://127.0.0.1:${start.port}` : null,
    kill: () => (lastKill = lastKill.then(killOnce)),
    stop: async () => {
      state = 'stopping'
      await child.stop()
      await lastKill
    },
  }
}

/** Before its database is back a process cannot start; the supervisor retries. */
async function startUntilReady(start: Start, isStopping: () => boolean): Promise<Child> {
  const { name, role, works, port, env, logs } = start
  for (let attempt = 1; ; attempt++) {
    const child = startChild({
      script: 'src/main/server.ts',
      env: { ...env, ATELIER_ROLE: works ? 'all' : role, PORT: String(port) },
      logFile: path.join(logs, `${name}.log`),
      ready: /Atelier\s+http/,
    })
    try {
      await child.started
      return child
    } catch (error) {
      if (isStopping()) return child
      if (attempt === startAttempts) throw error
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}

/** Returns a free port, so that a process keeps its address from one start to the next. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
    )
  })
  return promise
}
