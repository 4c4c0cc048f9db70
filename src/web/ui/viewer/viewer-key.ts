/** What a key asks the viewer for. */
export type ViewerCommand =
  | 'previous'
  | 'next'
  | 'larger'
  | 'smaller'
  | 'fit'
  | 'space'
  | 'remove'
  | 'favorite'
  | 'download'
  | 'details'

const keys: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  _: 'smaller',
  '0': 'fit',
  ' ': 'space',
  Delete: 'remove',
  Backspace: 'remove',
  f: 'favorite',
  d: 'download',
  i: 'details',
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** The command of a key; the browser's own shortcuts are left to it. */
export function viewerCommand({ key, altKey, ctrlKey, metaKey }: Key): ViewerCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  return keys[key] ?? keys[key.toLowerCase()]
}
