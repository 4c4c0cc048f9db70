import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { uploadsOf } from './give-files.ts'
import { rememberFile } from './known-files.ts'
import { type Note, slotNotes } from './notes.ts'
import { keyOf, type Place, tray, type Upload } from './tray.ts'

/**
 * The files on their way to a field, oldest first. Those that arrive are handed to `onArrived`,
 * each once.
 */
export function useUploadsOf(place: Place, onArrived: (addresses: string[]) => void): Upload[] {
  const { form, field } = place
  const uploads = uploadsOf(place, useSyncExternalStore(tray.subscribe, tray.read, tray.read))
  const take = useEffectEvent(() => {
    const arrived = uploads.filter(({ state }) => state === 'arrived')
    if (arrived.length === 0) return
    onArrived(arrived.map((upload) => taken(place, upload)))
  })
  const hasArrived = uploads.some(({ state }) => state === 'arrived')

  useEffect(() => {
    if (hasArrived) take()
  }, [hasArrived])
  useEffect(() => tray.show({ form, field }), [form, field])

  return uploads.filter(({ state }) => state !== 'arrived')
}

export function useSlotNote(place: Place): Note | undefined {
  return useSyncExternalStore(slotNotes.subscribe, slotNotes.read, slotNotes.read).get(keyOf(place))
}

function taken(place: Place, { id, file, preview, address = '', door }: Upload): string {
  rememberFile(address, {
    name: file.name,
    bytes: file.size,
    type: file.type,
    preview,
    order: Number(id),
  })
  slotNotes.write(place, { kind: 'arrived', file: file.name, isFilm: door === 'film' })
  tray.remove(id)
  return address
}
