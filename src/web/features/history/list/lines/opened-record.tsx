import { startTransition, useMemo, useState } from 'react'
import { chunksAround } from '#web/lib/history/span/change.ts'
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
  const records = useMemo(() => {
    const around = openedId === undefined || !span ? [] : chunksAround(span, openedId, reach)
    return around.flatMap((number) => span?.chunks.get(number)?.records ?? [])
  }, [span, openedId, reach])
  const addMore = () => {
    startTransition(() => setReach((before) => before + 1))
    const around = openedId === undefined || !span ? [] : chunksAround(span, openedId, reach)
    const [first, last] = [around[0], around.at(-1)]
    if (!span || first === undefined || last === undefined) return
    store.need([first - 1, last + 1].filter((one) => one >= 0 && one < chunkCount(span)))
  }
  const close = (lastId?: string) => {
    setReach(1)
    onClose(lastId)
  }
  return <HistoryViewer records={records} openedId={openedId} onClose={close} onNearEnd={addMore} />
}
