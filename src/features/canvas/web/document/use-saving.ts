import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { forgetSent, sendContent, sendFile, thumbnailOf } from './document-files.ts'
import type { Editor } from './editor-store.ts'
import { isMask, paintLayers } from './layers.ts'

/** How it is with the saved document. `conflict`: another tab has saved another version. */
export type SavingState =
  | { state: 'saved' | 'saving' | 'unsaved' | 'conflict' }
  | { state: 'failed'; reason: string }

/** A change is saved after this time without another, in ms; a failed one is tried again. */
const [pause, retryPause] = [1_500, 10_000]

export type Opened = { id: string; version: number; name: string }

/** Saves the document as it changes. A page that is left with unsaved changes asks first. */
export function useSaving(editor: Editor, opened: Opened) {
  const [saving, setSaving] = useState<SavingState>({ state: 'saved' })
  const [name, setName] = useState(opened.name)
  const saver = useRef<ReturnType<typeof createSaver>>(undefined)

  useEffect(() => {
    const made = createSaver(editor, opened, setSaving)
    saver.current = made
    const stop = editor.store.subscribe((now, before) => {
      if (now.changes !== before.changes) made.touch()
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (made.isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      stop()
      made.end()
      removeEventListener('beforeunload', ask)
    }
  }, [editor, opened])

  const rename = useCallback((next: string) => {
    setName(next)
    saver.current?.rename(next)
  }, [])
  return { saving, name, rename }
}

function createSaver(editor: Editor, opened: Opened, onState: (state: SavingState) => void) {
  let { version, name } = opened
  let isDirty = false
  let isBusy = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), ms)
  }
  const touch = () => {
    if (isOver) return
    isDirty = true
    onState({ state: 'unsaved' })
    if (!isBusy) plan(pause)
  }
  const run = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isBusy || !isDirty || isOver) return
    isBusy = true
    isDirty = false
    onState({ state: 'saving' })
    try {
      version = await saveNow(editor, { ...opened, version, name })
      onState({ state: isDirty ? 'unsaved' : 'saved' })
    } catch (error) {
      isDirty = true
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'canvas_conflict') {
        isOver = true
        onState({ state: 'conflict' })
      } else {
        if (code === 'canvas_file_missing') forgetSent()
        onState({ state: 'failed', reason: errorText(error) })
        plan(code === 'canvas_file_missing' ? 0 : retryPause)
      }
    } finally {
      isBusy = false
      if (isDirty && !isOver && timer === undefined) plan(pause)
    }
  }
  return {
    touch,
    isUnsaved: () => isDirty || isBusy,
    rename: (next: string) => {
      name = next
      touch()
    },
    end: () => {
      clearTimeout(timer)
      // What is not saved yet is sent at once: the page is left, not closed.
      void run()
    },
  }
}

/** Saves the document as it is now. Returns its new version. Throws `ApiError`. */
export async function saveNow(editor: Editor, { id, version, name }: Opened): Promise<number> {
  const { layers, size } = editor.store.getState()
  const document = await sendContent(id, layers, size)
  const paint = (context: CanvasRenderingContext2D) =>
    paintLayers(
      context,
      layers.filter((layer) => !isMask(layer)),
    )
  const thumbnail = await sendFile(id, await thumbnailOf(paint, size))
  const saved = await request('PUT', '/api/canvas/documents/{id}', {
    params: { id },
    body: { base_version: version, name: name.trim() || undefined, ...size, document, thumbnail },
  })
  return saved.version
}
