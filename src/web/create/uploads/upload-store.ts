import { create } from 'zustand'
import { askToSignIn } from '#web/lib/prompts.ts'
import { sendFile, type UploadEndpoint, UploadError, type UploadFailure } from '#web/lib/upload.ts'
import { forgetUpload, keepUpload, takeKeptUploads } from '#web/lib/upload-store.ts'
import { m } from '#web/messages/compiled/messages.js'
import { displayedPercent } from './upload-progress.ts'

/** The owner of a file: a field of a form. */
export type FormField = { form: string; field: string }

export function keyOf({ form, field }: FormField): string {
  return `${form}/${field}`
}

/** A file that its field does not have an address for yet. */
export type Upload = FormField & {
  id: string
  file: File
  endpoint: UploadEndpoint
  /** A local address of the file, for a preview while it is sent. */
  preview: string
  /** `arrived`: the field has not stored its address yet. */
  state: 'running' | 'failed' | 'arrived'
  /** 0 to 100. */
  percent: number
  failure?: UploadFailure
  address?: string
}

export type UploadState = {
  /** All uploads in progress, oldest first. */
  uploads: readonly Upload[]
  /** How many components show each field, by its key. */
  shownFields: ReadonlyMap<string, number>
  /** Forms whose files from before a sign-in are still being loaded. */
  resumingForms: ReadonlySet<string>
}

/** The uploads. The user may leave a form meanwhile: its fields receive the addresses later. */
export const useUploadStore = create<UploadState>(() => ({
  uploads: [],
  shownFields: new Map(),
  resumingForms: new Set(),
}))

/** Aborts the sending of uploads, by the upload's id. */
const aborts = new Map<string, AbortController>()
let count = 0

/** The uploads of a field, oldest first. */
export function uploadsOf(
  { form, field }: FormField,
  uploads = useUploadStore.getState().uploads,
): Upload[] {
  return uploads.filter((upload) => upload.form === form && upload.field === field)
}

/**
 * Sends a file for a field. Its state is then read from the store. A signed-out user sees the
 * sign-in dialog, unless `isAsking` is false: the field says it, too.
 */
export function addUpload(
  { form, field }: FormField,
  file: File,
  endpoint: UploadEndpoint,
  { isAsking = true } = {},
): void {
  const id = `${++count}`
  const preview = URL.createObjectURL(file)
  const upload: Upload = { form, field, id, file, endpoint, preview, state: 'running', percent: 0 }
  write((uploads) => [...uploads, upload])
  void run(upload, isAsking)
}

/**
 * Sends the files of a form that were kept for a sign-in; if the user came back without one, they
 * are shown again.
 */
export async function resumeUploads(form: string): Promise<void> {
  const { resumingForms } = useUploadStore.getState()
  if (resumingForms.has(form)) return
  useUploadStore.setState({ resumingForms: new Set([...resumingForms, form]) })
  for (const { file, endpoint, ...place } of await takeKeptUploads(form))
    addUpload(place, file, endpoint, { isAsking: false })
  useUploadStore.setState((state) => ({
    resumingForms: new Set([...state.resumingForms].filter((one) => one !== form)),
  }))
}

/** Sends a failed upload again. */
export function retryUpload(id: string): void {
  const before = useUploadStore.getState().uploads.find((upload) => upload.id === id)
  if (!before) return
  const { failure: _mended, ...rest } = before
  const upload: Upload = { ...rest, state: 'running', percent: 0 }
  write((uploads) => uploads.map((other) => (other === before ? upload : other)))
  void run(upload)
}

/**
 * Declares that a field is on the page, until the returned function is called. A failed upload of
 * another field does not block a submit.
 */
export function showField(place: FormField): () => void {
  const key = keyOf(place)
  const add = (one: 1 | -1) =>
    useUploadStore.setState(({ shownFields }) => ({
      shownFields: new Map(shownFields).set(key, (shownFields.get(key) ?? 0) + one),
    }))
  add(1)
  return () => add(-1)
}

/** Removes an upload: its address was stored in the field, or the user removed it. */
export function removeUpload(id: string): void {
  const upload = useUploadStore.getState().uploads.find((one) => one.id === id)
  if (!upload) return
  aborts.get(id)?.abort()
  aborts.delete(id)
  void forgetUpload(id)
  if (upload.state !== 'arrived') URL.revokeObjectURL(upload.preview)
  write((uploads) => uploads.filter((one) => one.id !== id))
}

/** Exchanges the uploads of two fields of a form, as their values are exchanged. */
export function swapUploads(form: string, first: string, second: string): void {
  const partners = new Map([
    [first, second],
    [second, first],
  ])
  write((uploads) =>
    uploads.map((upload) => {
      const field = upload.form === form ? partners.get(upload.field) : undefined
      return field ? { ...upload, field } : upload
    }),
  )
  for (const field of partners.keys())
    for (const upload of uploadsOf({ form, field }))
      if (upload.failure?.reason === 'signed-out') void keepForSignIn(upload)
}

async function run(upload: Upload, isAsking = true): Promise<void> {
  const { id, file, endpoint } = upload
  const { signal } = replaceAbort(id)
  const progress = followProgress((percent) => change(id, { percent }))
  try {
    const address = await sendFile(file, endpoint, { onSent: progress.sent, signal })
    change(id, { state: 'arrived', percent: 100, address })
  } catch (error) {
    if (signal.aborted) return
    const failure: UploadFailure = error instanceof UploadError ? error.failure : { reason: 'line' }
    change(id, { state: 'failed', failure })
    if (failure.reason === 'signed-out') await waitForSignIn(id, isAsking)
  } finally {
    progress.end()
  }
}

function replaceAbort(id: string): AbortController {
  const abort = new AbortController()
  aborts.set(id, abort)
  return abort
}

async function waitForSignIn(id: string, isAsking: boolean): Promise<void> {
  const upload = useUploadStore.getState().uploads.find((one) => one.id === id)
  if (upload) await keepForSignIn(upload)
  if (isAsking) askToSignIn({ description: m.inputs_sign_in_why() })
}

/** The sign-in leaves the page, so the file is stored for the return. */
function keepForSignIn({ id, form, field, file, endpoint }: Upload): Promise<void> {
  return keepUpload(id, { form, field, file, endpoint })
}

/** Computes the displayed percentage from the sent share; once all is sent, time moves the bar. */
function followProgress(onPercent: (percent: number) => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    sent(share: number) {
      onPercent(displayedPercent(share, 0))
      if (share < 1 || timer !== undefined) return
      const since = performance.now()
      timer = setInterval(() => onPercent(displayedPercent(1, performance.now() - since)), 250)
    },
    end: () => clearInterval(timer),
  }
}

function change(id: string, next: Partial<Upload>) {
  write((uploads) => uploads.map((one) => (one.id === id ? { ...one, ...next } : one)))
}

function write(change: (uploads: readonly Upload[]) => readonly Upload[]): void {
  useUploadStore.setState(({ uploads }) => ({ uploads: change(uploads) }))
}
