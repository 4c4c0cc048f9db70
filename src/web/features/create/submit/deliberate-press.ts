import type { KeyboardEvent, MouseEvent } from 'react'

/** The second click of a double click. On a button that spends credits it would start and charge the same work twice. */
export function isSecondOfDouble({ detail }: MouseEvent): boolean {
  return detail > 1
}

/** A key that is held down presses a button again and again. */
export function isHeldKey({ repeat, key }: KeyboardEvent): boolean {
  return repeat && (key === 'Enter' || key === ' ')
}
