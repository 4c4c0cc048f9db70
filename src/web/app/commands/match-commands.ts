/** A page, a model or an action that the palette offers. */
export type Command = {
  id: string
  group: string
  label: string
  /** Said beside it, such as a price or a key. Searched too. */
  hint?: string
  /** Further words that find it. */
  words?: string
  run: () => void
}

/** Whether someone is signed in, and has typed something. */
export type CommandsAsked = { isSignedIn: boolean; isTyped: boolean }

/** What a feature adds to the palette (`web/command-part.ts`). */
export type CommandPart = {
  /** Its pages for those who are signed in. */
  pages?: readonly { path: string; label: () => string }[]
  /** A hook that finds something of its own. */
  useFound: (asked: CommandsAsked) => Command[]
}

/**
 * The commands that contain every typed word, in any order: those whose label begins with the text
 * first, then those of which a word does; otherwise in their order. All of them without a word.
 */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const text = plain(typed).trim()
  if (text === '') return [...commands]
  const words = text.split(/\s+/)
  const ranked = commands.flatMap((command) => {
    const label = plain(command.label)
    const all = `${label} ${plain(`${command.group} ${command.hint ?? ''} ${command.words ?? ''}`)}`
    if (!words.every((word) => all.includes(word))) return []
    const isWordStart = all.split(/[\s·(]+/).some((each) => each.startsWith(words[0] ?? ''))
    return [{ command, rank: label.startsWith(text) ? 0 : isWordStart ? 1 : 2 }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command)
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
