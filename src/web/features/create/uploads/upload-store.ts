import { create } from 'zustand'
import { askToSignIn } from '#web/lib/prompts.ts'
import { sendFile, type UploadEndpoint, UploadError, type UploadFailure } from '#web/lib/upload.ts'
import { forgetUpload, keepUpload, takeKeptUploads } from '#web/lib/upload-store.ts'
import { m } from '#web/messages/compiled/messages.js'
import { displayedPercent } from './upload-progress.ts'

/** Whose file it is: a field of a form. */
export type FormField = { form: string; field: string }

export function keyOf({ form, field }: FormField): string {
  return `${form}/${field}`
}

/** A file between the hand that gave it and the field that holds its address. */
export type Upload = FormField & {
  id: string
  file: File
  endpoint: UploadEndpoint
  /** An address of the file on this machine, to look at while it is sent. */
  preview: string
  /** `arrived`: the field has not taken its address yet. */
  state: 'running' | 'failed' | 'arrived'
  /** 0 to 100. */
  percent: number
  failure?: UploadFailure
  address?: string
}

export type UploadState = {
  /** Every file that is on its way, oldest first. */
  uploads: readonly Upload[]
  /** How often each field is on the page, by its key. */
  shownFields: ReadonlyMap<string, number>
  /** Forms whose files may still be found that were kept through a sign-in. */
  resumingForms: ReadonlySet<string>
}

/**
 * The files that are on their way. A form may be left meanwhile: its fields take the addresses
 * later.
 */
export const useUploadStore = create<UploadState>(() => ({
  uploads: [],
  shownFields: new Map(),
  resumingForms: new Set(),
}))

/** Stops what is being sent, by the upload's id. */
const aborts = new Map<string, AbortController>()
let count = 0

/** The files on their way to a field, oldest first. */
export function uploadsOf(
  { form, field }: FormField,
  uploads = useUploadStore.getState().uploads,
): Upload[] {
  return uploads.filter((upload) => upload.form === form && upload.field === field)
}

/**
 * Sends a file for a field. Everything about it is then read from the store. Who is not signed in
 * is asked to, unless `isAsking` says no: the field says it, too.
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
 * Sends what was given to a form before its owner left to sign in; who came back without having
 * done so has it again.
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

/** Sends a file again that did not arrive. */
export function retryUpload(id: string): void {
  const before = useUploadStore.getState().uploads.find((upload) => upload.id === id)
  if (!before) return
  const { failure: _mended, ...rest } = before
  const upload: Upload = { ...rest, state: 'running', percent: 0 }
  write((uploads) => uploads.map((other) => (other === before ? upload : other)))
  void run(upload)
}

/**
 * Tells that a field is on the page, until the answer is called. What failed for another one does
 * not hold up a submit.
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

/** Removes an upload: its address was taken, or it is not wanted any more. */
export function removeUpload(id: string): void {
  const upload = useUploadStore.getState().uploads.find((one) => one.id === id)
  if (!upload) return
  aborts.get(id)?.abort()
  aborts.delete(id)
  void forgetUpload(id)
  if (upload.state !== 'arrived') URL.revokeObjectURL(upload.preview)
  write((uploads) => uploads.filter((one) => one.id !== id))
}

/** Exchanges the files on their way to two fields of a form, as their values are exchanged. */
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

/** Signing in leaves the page, so the file is put where it is found again. */
function keepForSignIn({ id, form, field, file, endpoint }: Upload): Promise<void> {
  return keepUpload(id, { form, field, file, endpoint })
}

/** Turns what was sent into what is shown; once all of it was, time moves the bar. */
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
