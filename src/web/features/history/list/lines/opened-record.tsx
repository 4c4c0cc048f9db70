import { useMemo, useState } from 'react'
import { recordsAround } from '#web/lib/history/span/change.ts'
import { chunkCount } from '#web/lib/history/span/span.ts'
import type { HistoryStore } from '#web/lib/history/store/history-store.ts'
import { HistoryViewer } from '../../viewer/history-viewer.tsx'

type OpenedRecordProps = {
  store: HistoryStore
  openedId: string | undefined
  /** With the record that was on screen last. */
  onClose: (lastId: string | undefined) => void
}

/** The viewer over the list. Whoever goes on comes to the records around; they are fetched on the way. */
export function OpenedRecord({ store, openedId, onClose }: OpenedRecordProps) {
  const { span } = store.read()
  const [reach, setReach] = useState(1)
  const records = useMemo(
    () => (openedId === undefined || !span ? [] : recordsAround(span, openedId, reach)),
    [span, openedId, reach],
  )
  const addMore = () => {
    setReach((before) => before + 1)
    if (!span) return
    const known = [...span.chunks].filter(([, chunk]) => chunk.records.some((record) => records.includes(record)))
    const numbers = known.map(([number]) => number)
    store.need([Math.min(...numbers) - 1, Math.max(...numbers) + 1].filter((one) => one >= 0 && one < chunkCount(span)))
  }
  const close = (lastId?: string) => {
    setReach(1)
    onClose(lastId)
  }
  return <HistoryViewer records={records} openedId={openedId} onClose={close} onNearEnd={addMore} />
}
