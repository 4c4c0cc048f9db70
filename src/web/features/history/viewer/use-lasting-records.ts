import { useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { onDeleted } from '#web/lib/generations.ts'

/**
 * The records of an open viewer. A list gives those around the one that was opened; once that one
 * is deleted, it knows of none, and those it gave last stay, without what was deleted.
 */
export function useLastingRecords(
  records: readonly GenerationView[],
  openedId: string | undefined,
): readonly GenerationView[] {
  const [deleted, setDeleted] = useState<readonly string[]>([])
  useEffect(() => onDeleted((ids) => setDeleted((before) => [...before, ...ids])), [])
  const kept = useRef(records)
  if (records.length > 0 || openedId === undefined) kept.current = records
  const last = kept.current
  return useMemo(() => {
    return records.length > 0 ? records : last.filter(({ id }) => !deleted.includes(id))
  }, [records, last, deleted])
}
