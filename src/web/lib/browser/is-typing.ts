/** Whether a key that goes to this element is text: shortcuts of single keys leave it alone. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]')
  )
}
