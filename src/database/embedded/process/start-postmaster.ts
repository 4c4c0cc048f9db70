import { setTimeout as delay } from 'node:timers/promises'
import { canConnect } from './can-connect.ts'
import { type Launch, launchPostmaster, type Postmaster } from './postmaster.ts'

const startLimit = 60_000

/** Right after a kill, old backends may take a moment to notice that their postmaster is gone. */
const passingTrouble = /pre-existing shared memory block|lock file ".*" already exists/

/**
 * Starts PostgreSQL and waits until it accepts connections.
 * @throws Error with PostgreSQL's last lines when it does not within 60 s.
 */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  const deadline = Date.now() + startLimit
  for (;;) {
    const postmaster = launchPostmaster(launch)
    const failure = await waitUntilReady(postmaster, launch, deadline)
    if (failure === null) return postmaster

    await postmaster.stop()
    const lines = await postmaster.lastLines()
    if (!passingTrouble.test(lines) || Date.now() > deadline) {
      throw new Error(`The built-in PostgreSQL did not start: ${failure}\n${lines}`)
    }
    await delay(200)
  }
}

async function waitUntilReady({ ended }: Postmaster, { connection }: Launch, deadline: number) {
  let failure: string | null = null
  void ended.then((reason) => {
    failure = reason
  })
  while (failure === null && !(await canConnect(connection))) {
    if (Date.now() > deadline) return `it was not ready within ${startLimit / 1000} s`
    await Promise.race([ended, delay(20)])
  }
  return failure
}
