declare module 'pg/lib/utils' {
  /** Converts a value to what `pg` sends for a parameter. */
  export function prepareValue(value: unknown): string | Buffer | null
}
