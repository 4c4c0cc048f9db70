import { createStore } from 'zustand'
import { controlKey } from '#web/app/commands/shortcuts.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'
import { m } from '#web/messages/compiled/messages.js'
import { tools } from '../tools/tools.ts'
import { type Combo, chooseKey, type KeyMap, mergeKeys, readKeys } from './combos.ts'

/** What a key can do here, and the keys that programs for images give it. */
export type KeyAction = { id: string; label: () => string; keys: readonly Combo[] }

const action = (id: string, label: () => string, ...keys: Combo[]): KeyAction => ({
  id,
  label,
  keys,
})

/** The name of the key that `mod` is on this device. */
export const controlSign = controlKey()

/** The id of the action that chooses a tool. */
export const toolAction = (tool: string) => `tool ${tool}`

/** What keys do, in the order of the list of keys. */
export const keyActions: readonly KeyAction[] = [
  ...tools.map(({ id, label, key }) => action(toolAction(id), label, key.toLowerCase())),
  action('hold hand', m.canvas_key_hold_hand, 'space'),
  action('smaller', m.canvas_key_smaller, '['),
  action('larger', m.canvas_key_larger, ']'),
  action('undo', m.canvas_undo, 'mod+z'),
  action('redo', m.canvas_redo, 'mod+shift+z', 'mod+y'),
  action('select all', m.canvas_select_all, 'mod+a'),
  action('deselect', m.canvas_select_none, 'mod+d'),
  action('invert', m.canvas_select_invert, 'mod+shift+i'),
  action('duplicate', m.canvas_key_duplicate, 'mod+j'),
  action('delete', m.canvas_key_delete, 'delete', 'backspace'),
  action('zoom in', m.canvas_zoom_in, 'z', '+', '='),
  action('zoom out', m.canvas_zoom_out, 'shift+z', '-'),
  action('fit', m.canvas_fit, '0'),
]

const usualKeys: KeyMap = Object.fromEntries(keyActions.map(({ id, keys }) => [id, keys]))

const place = 'canvas-keys'

type KeyState = { chosen: KeyMap; keys: KeyMap }

const stateOf = (chosen: KeyMap): KeyState => ({ chosen, keys: mergeKeys(usualKeys, chosen) })

/** The keys of this browser. */
export const keyStore = createStore<KeyState>(() =>
  stateOf(readKeys(readStored('localStorage', place), usualKeys)),
)

function save(chosen: KeyMap | undefined): void {
  writeStored('localStorage', place, chosen)
  keyStore.setState(stateOf(chosen ?? {}))
}

/** Gives an action another key, and keeps it in this browser. */
export const setKey = (id: string, combo: Combo): void =>
  save(chooseKey(keyStore.getState().chosen, id, combo))

/** Gives every action its usual keys again. */
export const resetKeys = (): void => save(undefined)
