import type { FilmFacts } from './judge-file.ts'

/** A file that an input names, as the engine has it. */
export type InputFile = {
  field: string
  data: Uint8Array
  width: number
  height: number
  film?: FilmFacts
}

/** Stands for a file that nobody asked for: runs in which pictures are plain do not fetch. */
export const unfetched = {
  data: new Uint8Array(),
  width: 1024,
  height: 1024,
  film: { seconds: 1, fps: 16 },
} satisfies Omit<InputFile, 'field'>

/** The files of these fields, in this order. */
export function filesOf(files: readonly InputFile[], ...fields: string[]): InputFile[] {
  return fields.flatMap((field) => files.filter((file) => file.field === field))
}

/** Pictures to be seen of these files: of a film the way it begins, where that can be had. */
export function picturesOf(files: readonly InputFile[], ...fields: string[]): Uint8Array[] {
  return filesOf(files, ...fields).flatMap(({ data, film }) => (film ? (film.poster ?? []) : data))
}
