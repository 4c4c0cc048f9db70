import { type Language, languages } from '#platform/languages/languages.ts'

/** The texts of one subject, by language and key; the keys are those of the English file. */
export type Messages<English> = Record<Language, Record<keyof English, string>>

type File<English> = { default: Record<keyof English, string> }

/**
 * Reads the message files of a subject, one for each language. The pages' build reads only the file
 * of the page's language (`vite.config.ts`).
 */
export async function loadMessages<English>(
  load: (language: Language) => Promise<File<English>>,
): Promise<Messages<English>> {
  const files = languages.map(async (language) => [language, (await load(language)).default])
  return Object.fromEntries(await Promise.all(files))
}

type Values = Record<string, string | number | undefined>

/**
 * A text with its placeholders filled in, such as `{max}`; placeholders without a value are
 * removed.
 */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
