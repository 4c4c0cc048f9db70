import { useMemo } from 'react'
import { recordsAround } from '#web/lib/history/span/change.ts'
import type { Span } from '#web/lib/history/span/span.ts'
import { HistoryViewer } from '../viewer/history-viewer.tsx'
import { useReturnOfFocus } from '../viewer/use-return-of-focus.ts'

type OpenedRecordProps = { span: Span; openedId: string | undefined; onClose: () => void }

/** The viewer over the list; one can go on to the records around the opened one. */
export function OpenedRecord({ span, openedId, onClose }: OpenedRecordProps) {
  useReturnOfFocus(openedId)
  const records = useMemo(() => (openedId === undefined ? [] : recordsAround(span, openedId)), [span, openedId])
  return <HistoryViewer records={records} openedId={openedId} onClose={onClose} />
}
