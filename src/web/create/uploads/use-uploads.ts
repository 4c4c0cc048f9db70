import { useEffect, useEffectEvent } from 'react'
import { rememberEdit, rememberFile } from './known-files.ts'
import { writeSlotNote } from './slot-notes.ts'
import {
  type FormField,
  keyOf,
  removeUpload,
  showField,
  type Upload,
  type UploadState,
  uploadsOf,
  useUploadStore,
} from './upload-store.ts'

type FormUploads = {
  /**
   * Uploads in progress. Nothing is submitted while there are any (docs/spec/creation.md#uploads).
   */
  running: number
  /** Failed uploads that wait for a retry or for their removal. */
  failed: number
  /** Files that wait for a sign-in. */
  signedOut: number
  /** No upload of a field is in progress, and no kept files are being loaded. */
  isSettled: boolean
}

/** The files of a form that its fields do not have addresses for yet. A submit waits for them. */
export function useUploads(form: string): FormUploads {
  return formUploads(useUploadStore(), form)
}

/**
 * The result of `useUploads`. A failed upload of a field that is not on the page blocks nothing.
 */
export function formUploads(
  { uploads, shownFields, resumingForms }: UploadState,
  form: string,
): FormUploads {
  const isShown = (field: FormField) => (shownFields.get(keyOf(field)) ?? 0) > 0
  const own = uploads.filter((upload) => upload.form === form && isShown(upload))
  const failed = own.filter(({ state }) => state === 'failed')
  const signedOut = failed.filter(({ failure }) => failure?.reason === 'signed-out').length
  return {
    running: own.filter(({ state }) => state === 'running').length,
    failed: failed.length - signedOut,
    signedOut,
    isSettled: own.length === 0 && !resumingForms.has(form),
  }
}

/** The uploads of a field, oldest first. Each that arrives is passed to `onArrived`, once. */
export function useUploadsOf(place: FormField, onArrived: (addresses: string[]) => void): Upload[] {
  const { form, field } = place
  const uploads = uploadsOf(
    place,
    useUploadStore((state) => state.uploads),
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
  useEffect(() => showField({ form, field }), [form, field])

  return uploads.filter(({ state }) => state !== 'arrived')
}

function acceptUpload(
  place: FormField,
  { id, file, preview, address = '', endpoint }: Upload,
): string {
  rememberFile(address, { file, preview, order: Number(id) })
  rememberEdit(address, file)
  writeSlotNote(place, { kind: 'arrived', file: file.name, isVideo: endpoint === 'video' })
  removeUpload(id)
  return address
}
