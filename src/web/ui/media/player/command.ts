/** What a key asks a player for. `share` is 0 for the beginning and 1 for the end. */
export type Command =
  | { do: 'toggle' | 'mute' | 'loop' | 'full-screen' }
  | { do: 'seek-by' | 'volume-by'; direction: -1 | 1 }
  | { do: 'seek-to'; share: number }

const keys: Readonly<Record<string, Command>> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  m: { do: 'mute' },
  l: { do: 'loop' },
  f: { do: 'full-screen' },
  ArrowLeft: { do: 'seek-by', direction: -1 },
  ArrowRight: { do: 'seek-by', direction: 1 },
  ArrowDown: { do: 'volume-by', direction: -1 },
  ArrowUp: { do: 'volume-by', direction: 1 },
  Home: { do: 'seek-to', share: 0 },
  End: { do: 'seek-to', share: 1 },
}

/** The command of a key, by `KeyboardEvent.key`; the digits go to tenths of the whole. */
export function commandOf(key: string): Command | undefined {
  if (/^\d$/.test(key)) return { do: 'seek-to', share: Number(key) / 10 }
  return keys[key] ?? keys[key.toLowerCase()]
}

/** How far one arrow goes, in seconds: 5, less where the whole is short. */
export function seekStep(duration: number): number {
  return Math.min(5, duration / 10)
}
