import { useQuery } from '@tanstack/react-query'
import { generationQuery } from '#web/lib/generations.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { HistoryViewer } from './history-viewer.tsx'

/** The record that the address names (`record`), opened above everything else; closing it leaves the rest as it is. */
export function AddressedRecord() {
  const { path, query } = useLocation()
  const { record: id, ...rest } = query
  const { data } = useQuery({ ...generationQuery(id ?? ''), enabled: id !== undefined })
  return (
    <HistoryViewer
      records={data ? [data] : []}
      openedId={data && id}
      onClose={() => navigate(path, { query: rest, replace: true })}
    />
  )
}
