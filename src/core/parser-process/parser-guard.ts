import { workerData } from 'node:worker_threads'

const { maxBytes } = workerData as { maxBytes: number }

/** How often it looks, in ms. */
const interval = 200

const parent = process.ppid

// On a thread of its own, as the parser may never return: it ends the process when it takes too
// much memory, and when its parent is gone.
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes)
    process.kill(process.pid, 'SIGKILL')
}, interval)
