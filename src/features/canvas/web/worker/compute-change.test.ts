import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '#web/ui/feedback/toast.ts'
import { createEditor } from '../document/editor-store.ts'
import { Raster } from '../document/raster.ts'
import { selectAll } from '../document/selection.ts'
import type { FeatherRequest } from './compute.ts'
import { computeChange } from './compute-change.ts'
import type { computeInWorker } from './compute-in-worker.ts'

vi.mock('#web/ui/feedback/toast.ts', () => ({ toast: vi.fn() }))
beforeEach(() => void vi.mocked(toast).mockClear())

const size = { width: 8, height: 4 }
const [first, soft] = [selectAll(size), selectAll(size)]

/** An editor that computes a soft edge; `answer` and `fail` end the computation. */
function begin() {
  const editor = createEditor(size)
  editor.select(first)
  const request: FeatherRequest = { kind: 'feather', selection: first, width: 4, size }
  const started = () => {
    const { promise, resolve, reject } = Promise.withResolvers<typeof soft>()
    const signals: AbortSignal[] = []
    const run = ((_request, signal) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    }) as typeof computeInWorker
    const ended = computeChange(editor, { request, apply: editor.select }, run)
    const isCancelled = () => signals[0]?.aborted
    return { ended, isCancelled, answer: () => resolve(soft), fail: () => reject(new Error()) }
  }
  return { editor, start: started, selection: () => editor.store.getState().selection }
}

test('what was computed is one change, which is undone', async () => {
  const { editor, start, selection } = begin()
  const work = start()
  expect(editor.store.getState().computing).not.toBeNull()
  work.answer()
  await work.ended
  expect(selection()).toBe(soft)
  expect(editor.store.getState().computing).toBeNull()
  editor.undo()
  expect(selection()).toBe(first)
})

test('undo cancels what is computed, and undoes nothing else', async () => {
  const { editor, start, selection } = begin()
  const work = start()
  editor.undo()
  expect(work.isCancelled()).toBe(true)
  await work.ended
  expect(selection()).toBe(first)
  expect(editor.store.getState().computing).toBeNull()
  expect(toast).not.toHaveBeenCalled()
})

test('another selection, also of nothing, a stroke and another document cancel it', async () => {
  const { editor, start } = begin()
  const stroke = { layerId: 'a', raster: new Raster(), opacity: 1, erases: false }
  for (const change of [
    () => editor.select(null),
    () => editor.select(null),
    () => editor.store.setState({ pending: stroke }),
    () => editor.crop({ x: 0, y: 0, width: 4, height: 4 }),
  ]) {
    const work = start()
    editor.choose({ tool: 'hand' })
    expect(work.isCancelled()).toBe(false)
    change()
    expect(work.isCancelled()).toBe(true)
    await work.ended
  }
  expect(toast).not.toHaveBeenCalled()
})

test('a newer one takes the place of the one before, whose answer is not used', async () => {
  const { start, selection } = begin()
  const [older, newer] = [start(), start()]
  expect([older.isCancelled(), newer.isCancelled()]).toEqual([true, false])
  older.answer()
  await older.ended
  expect(selection()).toBe(first)
  newer.answer()
  await newer.ended
  expect(selection()).toBe(soft)
})

test('a failure leaves all as it was, and says so', async () => {
  const { editor, start, selection } = begin()
  const work = start()
  work.fail()
  await work.ended
  expect(selection()).toBe(first)
  expect(editor.store.getState().computing).toBeNull()
  expect(toast).toHaveBeenCalledWith(expect.any(String), { tone: 'bad' })
})
