import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { rememberFile } from './known-files.ts'
import { type Note, slotNotes } from './slot-notes.ts'
import { uploadsOf } from './upload-files.ts'
import { keyOf, type Place, tray, type Upload } from './upload-store.ts'

type Uploads = {
  /**
   * Files on their way. Nothing is submitted while there are any (docs/spec/creation.md#uploads).
   */
  running: number
  /** Files that did not arrive and wait for a retry or for being removed. */
  failed: number
  /** Files that wait for their owner to sign in. */
  signedOut: number
  /** No file is on its way to a field, nor looked for in what was kept through a sign-in. */
  isSettled: boolean
}

/** The files of a form that its fields do not hold yet. A submit waits for them. */
export function useUploads(form: string): Uploads {
  const uploads = useSyncExternalStore(tray.subscribe, tray.read, tray.read)
  const own = uploads.filter((upload) => upload.form === form && tray.isShown(upload))
  const failed = own.filter(({ state }) => state === 'failed')
  const signedOut = failed.filter(({ failure }) => failure?.reason === 'signed-out').length
  return {
    running: own.filter(({ state }) => state === 'running').length,
    failed: failed.length - signedOut,
    signedOut,
    isSettled: own.length === 0 && !tray.isGoingOn(form),
  }
}

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
