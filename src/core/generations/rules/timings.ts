type Times = {
  created_at: Date
  started_at: Date | null
  completed_at: Date | null
  run_ms: number | null
}

/**
 * Returns how long a generation waited and ran, in ms. `null` where that has not ended, and where
 * the beginning was not observed: of a job that ended between two polls only the total is known,
 * unless the provider reports its run time.
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
