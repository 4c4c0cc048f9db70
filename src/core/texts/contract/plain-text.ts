/** Text that PostgreSQL can store. */
export const text = /^[^\0\p{Cs}]*$/u

/** The same in one line, without invisible characters. */
export const plainText = /^[^\p{Cc}\p{Cs}]*$/u
