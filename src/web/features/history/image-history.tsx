export function ImageHistory() {
  return null
}
