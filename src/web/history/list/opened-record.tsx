import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { ApiError } from '#web/lib/api.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { chunkCount, type HistoryWindow } from '#web/lib/history/history-window.ts'
import { chunksAround, type Reach } from '#web/lib/history/window-changes.ts'
import { generationQuery } from '#web/lib/jobs/generations.ts'
import { closeLayer, type Location, navigate, useLocation } from '#web/lib/navigation/location.ts'
import { queryOf } from '#web/lib/navigation/query.ts'
import { HistoryViewer, MissingRecord } from '../viewer/history-viewer.tsx'

type OpenedRecordProps = {
  store: HistoryStore
  window: HistoryWindow | undefined
  /** Called with each record that is shown. */
  onShown: (id: string) => void
}

const noRecords: readonly GenerationView[] = []
const firstReach: Reach = { start: 1, end: 1 }

/**
 * How long a record is shown before the address names it, in ms: browsers reject a hundred changes
 * in a row.
 */
const restMs = 200

/**
 * The record that the address names (`record`, and `result` where it is not its first one), in the
 * viewer over the list, with the records beside it where the list contains it; they are fetched as
 * needed. A record that the list does not contain is fetched alone.
 */
export function OpenedRecord({ store, window, onShown }: OpenedRecordProps) {
  const { path, query, cause } = useLocation()
  const { record: openedId, result, ...rest } = query
  const [reach, setReach] = useState(firstReach)
  const around = useMemo(
    () => (openedId === undefined || !window ? [] : chunksAround(window, openedId, reach)),
    [window, openedId, reach],
  )
  const { records, error, retry } = useRecords(openedId, window, around)
  const { anchorId, follow } = useFollowingAddress(path, { openedId, cause })
  if (openedId === undefined && reach !== firstReach) setReach(firstReach)

  const addMore = (end: 'start' | 'end') => {
    const edge = end === 'start' ? around[0] : around.at(-1)
    const next = edge === undefined ? -1 : edge + (end === 'start' ? -1 : 1)
    if (!window || next < 0 || next >= chunkCount(window)) return
    store.loadChunks([next])
    setReach((before) => ({ ...before, [end]: before[end] + 1 }))
  }
  const close = () => closeLayer(path, rest)
  return (
    <>
      <HistoryViewer
        records={records}
        openedId={anchorId}
        openedAt={Number(result ?? 1)}
        onShown={(id) => {
          onShown(id)
          follow(id)
        }}
        onClose={close}
        onNearEnd={addMore}
      />
      <MissingRecord
        isOpen={openedId !== undefined && error !== null}
        isGone={error instanceof ApiError && error.status === 404}
        onRetry={retry}
        onClose={close}
      />
    </>
  )
}

/** The records of the viewer. Records that leave the list while the viewer is open stay in it. */
function useRecords(
  openedId: string | undefined,
  window: HistoryWindow | undefined,
  around: readonly number[],
) {
  const listed = useMemo(() => {
    const records = around.flatMap((number) => window?.chunks.get(number)?.records ?? [])
    return records.length > 0 ? records : noRecords
  }, [window, around])
  const [last, setLast] = useState(listed)
  const known = listed.length > 0 || openedId === undefined ? listed : last
  if (known !== last) setLast(known)
  const isKnown = known.some(({ id }) => id === openedId)
  const { data, error, refetch } = useQuery({
    ...generationQuery(openedId ?? ''),
    enabled: openedId !== undefined && !isKnown,
  })
  const alone = useMemo(() => (data ? [data] : []), [data])
  const isAlone = openedId !== undefined && !isKnown
  return {
    records: isAlone ? alone : listed,
    error: isAlone && !data ? error : null,
    retry: () => void refetch(),
  }
}

/**
 * Writes the shown record into the address after a pause. `anchorId` is the record that was opened:
 * it stays while the address only follows, so that a late address does not move the viewer back.
 */
function useFollowingAddress(path: string, { openedId, cause }: OpenedAddress) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [opened, setOpened] = useState({ id: openedId, anchorId: openedId })
  if (opened.id !== openedId) setOpened(anchorOf(opened, { openedId, cause }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another opened record makes the planned address obsolete
  useEffect(() => () => clearTimeout(timer.current), [path, opened.anchorId])
  const follow = (id: string) => {
    clearTimeout(timer.current)
    const { record: named } = queryOf(location.search)
    timer.current = setTimeout(() => {
      const { result: _, ...query } = queryOf(location.search)
      // Another address was already requested, and is only not rendered yet.
      if (query.record === undefined || query.record !== named || query.record === id) return
      navigate(path, { query: { ...query, record: id }, replace: true })
    }, restMs)
  }
  return { anchorId: opened.anchorId, follow }
}

type OpenedAddress = { openedId: string | undefined; cause: Location['cause'] }

type OpenedAnchor = { id: string | undefined; anchorId: string | undefined }

/**
 * The record that was opened, once the address names another one. An address that replaces one with
 * an open record only follows the viewer; every other navigation opens a record.
 */
export function anchorOf(before: OpenedAnchor, { openedId, cause }: OpenedAddress): OpenedAnchor {
  const isFollowing = cause === 'replace' && before.id !== undefined && openedId !== undefined
  return { id: openedId, anchorId: isFollowing ? before.anchorId : openedId }
}
