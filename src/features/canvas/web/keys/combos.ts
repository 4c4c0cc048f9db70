/**
 * Keys that are pressed together: `mod` is Ctrl, or Cmd on a Mac; `shift`; then the key in lower case,
 * as `KeyboardEvent.key` says it. A sign that needs Shift itself, as `{`, is written without it.
 */
export type Combo = string

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Returns the keys of an event; `undefined` for one with Alt, or of a key that is only held. */
export function comboOf(event: Pressed): Combo | undefined {
  const { key, altKey } = event
  if (altKey || held.has(key) || key === 'Dead' || key === 'Unidentified') return undefined
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const isLetter = name !== name.toUpperCase()
  const needsShift = event.shiftKey && (name.length > 1 || isLetter)
  return [
    ...(event.ctrlKey || event.metaKey ? ['mod'] : []),
    ...(needsShift ? ['shift'] : []),
    name,
  ].join('+')
}

const held = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn'])

/** The keys of every action, by its id; the first is shown beside it. */
export type KeyMap = Readonly<Record<string, readonly Combo[]>>

/** Returns the keys of actions: those that a person has chosen, else the usual ones. */
export function mergeKeys(usual: KeyMap, chosen: KeyMap): KeyMap {
  const taken = new Set(Object.keys(usual).flatMap((id) => chosen[id] ?? []))
  const left = ([id, combos]: [string, readonly Combo[]]) =>
    [id, chosen[id] ?? combos.filter((combo) => !taken.has(combo))] as const
  return Object.fromEntries(Object.entries(usual).map(left))
}

/** Returns the chosen keys with another one for an action, which no other action has any more. */
export function chooseKey(chosen: KeyMap, id: string, combo: Combo): KeyMap {
  const others = Object.entries(chosen).map(
    ([other, combos]) => [other, combos.filter((one) => one !== combo)] as const,
  )
  return { ...Object.fromEntries(others), [id]: [combo] }
}

/**
 * Returns the action of keys that are pressed. Where Shift with a key has none, it is that of the
 * key: Shift is also held to add to a selection.
 */
export const actionOfPressed = (keys: KeyMap, combo: Combo): string | undefined =>
  actionOf(keys, combo) ?? actionOf(keys, combo.replace(/^shift\+(?=.)/, ''))

/** Returns the action of keys; `undefined`: they have none. */
export const actionOf = (keys: KeyMap, combo: Combo): string | undefined =>
  Object.keys(keys).find((id) => keys[id]?.includes(combo))

/** Reads what was saved; what is no list of keys of an action that there is, is left out. */
export function readKeys(stored: unknown, usual: KeyMap): KeyMap {
  if (typeof stored !== 'object' || stored === null) return {}
  const isKeys = ([id, combos]: [string, unknown]) =>
    id in usual && Array.isArray(combos) && combos.every((one) => typeof one === 'string')
  return Object.fromEntries(Object.entries(stored).filter(isKeys)) as KeyMap
}

const signs: Readonly<Record<string, string>> = {
  ...{ shift: '⇧', space: '␣', delete: 'Del', backspace: '⌫', enter: '↵', escape: 'Esc' },
  ...{ arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓' },
}

/** How keys are written, one sign for each; `control`: the name of Ctrl or Cmd. */
export function keySigns(combo: Combo, control: string): string[] {
  // A plus is a key of its own: "mod++".
  const parts = combo.endsWith('+')
    ? [...combo.slice(0, -1).split('+').filter(Boolean), '+']
    : combo.split('+')
  return parts.map((part) =>
    part === 'mod' ? control : (signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
  )
}
