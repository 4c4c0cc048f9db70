/** The id of a field's place in the page; there is one form at a time. */
export const fieldPlace = (name: string) => `field-${name}`

/**
 * What may have the keyboard, the best first: what is wrong, then what is filled in, then what is
 * pressed.
 */
const focusable = ['[aria-invalid="true"]', 'textarea, input, select', 'button']

/**
 * Puts the keyboard into a field, unfolding nothing: whoever asks has made sure that it can be
 * seen.
 */
export function goToField(name: string): void {
  const place = document.getElementById(fieldPlace(name))
  place?.scrollIntoView({ block: 'nearest' })
  const target = focusable
    .map((selector) => place?.querySelector<HTMLElement>(selector))
    .find((found) => found)
  target?.focus()
}
