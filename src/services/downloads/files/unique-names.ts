/**
 * The same names, a number added before the extension where one has been there before, whatever its
 * case.
 */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*)(\.[^.]*)$/s.exec(name) ?? []
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number++)
      free = `${stem} (${number})${extension}`
    taken.add(free.toLowerCase())
    return free
  })
}
