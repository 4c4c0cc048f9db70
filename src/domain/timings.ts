type Times = {
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  run_ms: number | null
}

/**
 * How long work waited and how long it was worked on, in ms. `null` where that is not over yet, and
 * where nobody saw it begin: of what came to an end between two looks only the whole time is known,
 * unless the provider said how long it ran.
 */
export function timingsOf({ created_at, started_at, completed_at, run_ms }: Times): {
  queue_ms: number | null
  run_ms: number | null
} {
  return {
    queue_ms: started_at && Math.max(0, started_at.getTime() - created_at.getTime()),
    run_ms:
      started_at &&
      completed_at &&
      (run_ms ?? Math.max(0, completed_at.getTime() - started_at.getTime())),
  }
}
