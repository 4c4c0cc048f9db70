import { forgetOldSessions } from '#services/accounts/sign-in.ts'
import type { ServiceContext } from '#services/context.ts'
import { makeThumbnails } from '#services/media/make-thumbnails.ts'
import { probeProvider } from '#services/provider/probe-provider.ts'

type Chore = { name: string; every: number; run(context: ServiceContext): Promise<void> }

const minute = 60_000

const chores: Chore[] = [
  { name: 'thumbnails', every: 5 * minute, run: (context) => makeThumbnails(context) },
  { name: 'provider', every: 2_000, run: probeProvider },
  { name: 'sessions', every: 60 * minute, run: forgetOldSessions },
]

/** Runs each chore now and then; one that fails is tried again at its next time. */
export function startChores(context: ServiceContext): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const start = (chore: Chore) => {
    const task = chore
      .run(context)
      .catch((error: unknown) => context.log.error({ chore: chore.name, reason: String(error) }, 'a chore failed'))
    running.add(task)
    void task.finally(() => running.delete(task))
  }
  for (const chore of chores) start(chore)
  const timers = chores.map((chore) => setInterval(() => start(chore), chore.every))
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
