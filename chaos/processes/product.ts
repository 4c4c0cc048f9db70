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
  port: number
  env: Record<string, string>
  logs: string
  onEnd(reason: string): void
}

const startAttempts = 10

/** Starts a web or worker process. `onEnd` hears when it ended although nobody killed it. */
export async function startMember({ name, role, port, env, logs, onEnd }: Start): Promise<Member> {
  let child: Child
  let state: 'running' | 'killing' | 'stopping' = 'running'

  async function start(): Promise<void> {
    for (let attempt = 1; state !== 'stopping'; attempt++) {
      child = startChild({
        script: 'src/main/serve.ts',
        env: { ...env, ATELIER_ROLE: role, PORT: String(port) },
        logFile: path.join(logs, `${name}.log`),
        ready: /Atelier\s+http/,
      })
      const failure = await child.started.then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) break
      if (attempt === startAttempts && state !== 'stopping') throw failure
      // Before its database is back it cannot start; whoever supervises a process tries again.
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    void watch(child)
  }

  async function watch(current: Child): Promise<void> {
    const reason = await current.ended
    if (state !== 'running' || current !== child) return
    onEnd(reason)
    await start()
  }

  async function killOnce(): Promise<void> {
    if (state === 'stopping') return
    state = 'killing'
    child.kill()
    await child.ended
    await start()
    if (state === 'killing') state = 'running'
  }

  await start()
  let lastKill = Promise.resolve()
  return {
    name,
    role,
    url: role === 'web' ? `http://127.0.0.1:${port}` : null,
    kill: () => (lastKill = lastKill.then(killOnce)),
    stop: () => {
      state = 'stopping'
      return child.stop()
    },
  }
}

/** A port that nobody uses just now, so that a process keeps its address from one start to the next. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port'))))
  })
  return promise
}
