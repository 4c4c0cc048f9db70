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

type Entry = { upload: Upload; stop: AbortController }

let entries: readonly Entry[] = []
const shown = new Map<string, number>()
const resuming = new Set<string>()
let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/**
 * Every file that is on its way, oldest first. A form may be left meanwhile: its fields take the
 * addresses later.
 */
export const uploadStore = {
  read: () => uploads,

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /**
   * Sends a file for a field. Everything about it is then read from the store. Who is not signed in
   * is asked to, unless `isAsking` says no: the field says it, too.
   */
  add(place: FormField, file: File, endpoint: UploadEndpoint, { isAsking = true } = {}): void {
    const upload: Upload = {
      ...{ form: place.form, field: place.field, file, endpoint },
      ...{ id: `${++count}`, preview: URL.createObjectURL(file), state: 'running', percent: 0 },
    }
    const entry = { upload, stop: new AbortController() }
    write([...entries, entry])
    void run(entry, isAsking)
  },

  /**
   * Sends what was given to a form before its owner left to sign in; who came back without having
   * done so has it again.
   */
  async resume(form: string): Promise<void> {
    if (resuming.has(form)) return
    resuming.add(form)
    for (const { file, endpoint, ...place } of await takeKeptUploads(form))
      uploadStore.add(place, file, endpoint, { isAsking: false })
    resuming.delete(form)
    write([...entries])
  },

  /** Files of this form may still be found that were kept through a sign-in. */
  isResuming: (form: string): boolean => resuming.has(form),

  /** Sends a file again that did not arrive. */
  retry(id: string): void {
    const before = entries.find(({ upload }) => upload.id === id)
    if (!before) return
    const { failure: _mended, ...upload } = before.upload
    const entry: Entry = {
      upload: { ...upload, state: 'running', percent: 0 },
      stop: new AbortController(),
    }
    write(entries.map((other) => (other === before ? entry : other)))
    void run(entry)
  },

  /**
   * Tells that a field is on the page, until the answer is called. What failed for another one
   * does not hold up a submit.
   */
  show(place: FormField): () => void {
    const key = keyOf(place)
    const add = (one: 1 | -1) => {
      shown.set(key, (shown.get(key) ?? 0) + one)
      write([...entries])
    }
    add(1)
    return () => add(-1)
  },

  isShown: (place: FormField): boolean => (shown.get(keyOf(place)) ?? 0) > 0,

  /** Removes an upload: its address was taken, or it is not wanted any more. */
  remove(id: string): void {
    for (const { upload, stop } of entries) {
      if (upload.id !== id) continue
      stop.abort()
      void forgetUpload(id)
      if (upload.state !== 'arrived') URL.revokeObjectURL(upload.preview)
    }
    write(entries.filter(({ upload }) => upload.id !== id))
  },
}

let count = 0

async function run({ upload, stop }: Entry, isAsking = true): Promise<void> {
  const { id, file, endpoint } = upload
  const progress = followProgress((percent) => change(id, { percent }))
  try {
    const address = await sendFile(file, endpoint, { onSent: progress.sent, signal: stop.signal })
    change(id, { state: 'arrived', percent: 100, address })
  } catch (error) {
    if (stop.signal.aborted) return
    const failure: UploadFailure = error instanceof UploadError ? error.failure : { reason: 'line' }
    change(id, { state: 'failed', failure })
    if (failure.reason === 'signed-out') await waitForSignIn(upload, isAsking)
  } finally {
    progress.end()
  }
}

/** Signing in leaves the page, so the file is put where it is found again. */
async function waitForSignIn(
  { id, form, field, file, endpoint }: Upload,
  isAsking: boolean,
): Promise<void> {
  await keepUpload(id, { form, field, file, endpoint })
  if (isAsking) askToSignIn({ description: m.inputs_sign_in_why() })
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
  write(
    entries.map((entry) =>
      entry.upload.id === id ? { ...entry, upload: { ...entry.upload, ...next } } : entry,
    ),
  )
}

function write(next: readonly Entry[]) {
  entries = next
  uploads = entries.map(({ upload }) => upload)
  for (const listener of listeners) listener()
}
