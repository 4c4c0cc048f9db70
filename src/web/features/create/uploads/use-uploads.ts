import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { rememberFile } from './known-files.ts'
import { type Note, slotNotes } from './slot-notes.ts'
import { uploadsOf } from './upload-files.ts'
import { type FormField, keyOf, type Upload, uploadStore } from './upload-store.ts'

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
  const uploads = useSyncExternalStore(uploadStore.subscribe, uploadStore.read, uploadStore.read)
  const own = uploads.filter((upload) => upload.form === form && uploadStore.isShown(upload))
  const failed = own.filter(({ state }) => state === 'failed')
  const signedOut = failed.filter(({ failure }) => failure?.reason === 'signed-out').length
  return {
    running: own.filter(({ state }) => state === 'running').length,
    failed: failed.length - signedOut,
    signedOut,
    isSettled: own.length === 0 && !uploadStore.isResuming(form),
  }
}

/**
 * The files on their way to a field, oldest first. Those that arrive are handed to `onArrived`,
 * each once.
 */
export function useUploadsOf(place: FormField, onArrived: (addresses: string[]) => void): Upload[] {
  const { form, field } = place
  const uploads = uploadsOf(
    place,
    useSyncExternalStore(uploadStore.subscribe, uploadStore.read, uploadStore.read),
  )
  const take = useEffectEvent(() => {
    const arrived = uploads.filter(({ state }) => state === 'arrived')
    if (arrived.length === 0) return
    onArrived(arrived.map((upload) => acceptUpload(place, upload)))
  })
  const hasArrived = uploads.some(({ state }) => state === 'arrived')

  useEffect(() => {
    if (hasArrived) take()
  }, [hasArrived])
  useEffect(() => uploadStore.show({ form, field }), [form, field])

  return uploads.filter(({ state }) => state !== 'arrived')
}

export function useSlotNote(place: FormField): Note | undefined {
  return useSyncExternalStore(slotNotes.subscribe, slotNotes.read, slotNotes.read).get(keyOf(place))
}

function acceptUpload(
  place: FormField,
  { id, file, preview, address = '', endpoint }: Upload,
): string {
  rememberFile(address, {
    name: file.name,
    bytes: file.size,
    type: file.type,
    preview,
    order: Number(id),
  })
  slotNotes.write(place, { kind: 'arrived', file: file.name, isVideo: endpoint === 'video' })
  uploadStore.remove(id)
  return address
}
