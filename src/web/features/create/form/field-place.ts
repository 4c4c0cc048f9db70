/** The id of a field's place in the page; there is one form at a time. */
export const fieldPlace = (name: string) => `field-${name}`

const focusable = '[aria-invalid="true"], textarea, input, select, button'

/** Puts the keyboard into a field, unfolding nothing: whoever asks has made sure that it can be seen. */
export function goToField(name: string): void {
  const place = document.getElementById(fieldPlace(name))
  place?.scrollIntoView({ block: 'nearest' })
  place?.querySelector<HTMLElement>(focusable)?.focus()
}
