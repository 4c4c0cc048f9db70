import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { isTyping } from '#web/lib/browser/is-typing.ts'
import type { Editor, Tool } from '../document/editor-store.ts'
import { clearSelected, copySelected } from '../document/selected-pixels.ts'
import { invertSelection, selectAll } from '../document/selection.ts'
import { tools } from '../tools/tools.ts'
import { actionOfPressed, comboOf, keySigns } from './combos.ts'
import { controlSign, keyStore, toolAction } from './key-actions.ts'

type ViewActions = { zoom: (factor: number) => void; fit: () => void }

/** Does what keys are chosen for, while no text is typed and no dialog is open. */
export function useKeys(editor: Editor, view: ViewActions): void {
  const run = useEffectEvent((action: string) => runAction(action, editor, view))
  useEffect(() => {
    let before: { tool: Tool; key: string } | undefined
    const press = (event: KeyboardEvent) => {
      const combo = comboOf(event)
      if (combo === undefined || isTyping(event.target) || isInDialog(event)) return
      const action = actionOfPressed(keyStore.getState().keys, combo)
      if (action === 'hold hand') {
        if (event.repeat || isPressed(event)) return
        before ??= { tool: editor.store.getState().tool, key: event.key }
        editor.choose({ tool: 'hand' })
      } else if (action === undefined || !run(action)) return
      event.preventDefault()
    }
    const release = (event: KeyboardEvent) => {
      if (!before || event.key !== before.key) return
      editor.choose({ tool: before.tool })
      before = undefined
    }
    addEventListener('keydown', press)
    addEventListener('keyup', release)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('keyup', release)
    }
  }, [editor])
}

/** How the first keys of each tool are written; empty for one that has none. */
export function useToolKeys(): (tool: Tool) => string {
  const keys = useStore(keyStore, (state) => state.keys)
  return (tool) => {
    const [combo] = keys[toolAction(tool)] ?? []
    return combo === undefined ? '' : keySigns(combo, controlSign).join(' ')
  }
}

const isInDialog = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('dialog') !== null

/** Whether the key presses the button that has the focus. */
const isPressed = ({ key, target }: KeyboardEvent) =>
  key === ' ' && target instanceof HTMLButtonElement

/** Returns false where there is nothing that it could be done to. */
function runAction(action: string, editor: Editor, { zoom, fit }: ViewActions): boolean {
  const { activeId, brush, selection, size } = editor.store.getState()
  const tool = tools.find(({ id }) => toolAction(id) === action)
  if (tool) {
    editor.choose({ tool: tool.id })
    return true
  }
  const resize = (to: number) => editor.setBrush({ size: Math.min(400, Math.max(1, to)) })
  const run: Readonly<Record<string, () => void>> = {
    smaller: () => resize(Math.round(brush.size * 0.8)),
    larger: () => resize(Math.ceil(brush.size * 1.25)),
    undo: editor.undo,
    redo: editor.redo,
    'select all': () => editor.select(selectAll(size)),
    deselect: () => editor.select(null),
    invert: () => editor.select(invertSelection(selection, size)),
    'zoom in': () => zoom(1.25),
    'zoom out': () => zoom(0.8),
    fit,
    ...(selection && {
      duplicate: () => copySelected(editor),
      delete: () => clearSelected(editor),
    }),
    ...(!selection &&
      activeId !== null && {
        duplicate: () => editor.duplicateLayer(activeId),
        delete: () => editor.removeLayer(activeId),
      }),
  }
  run[action]?.()
  return action in run
}
