const waiting = new Map<() => void, number>()

/**
 * Draws something when its turn has come: one a frame, so that no frame has much to draw, and what is nearest to where the
 * reader looks first. Answers how to give it up.
 */
export function inTurn(draw: () => void, distance: number): () => void {
  if (waiting.size === 0) requestAnimationFrame(drawNext)
  waiting.set(draw, distance)
  return () => waiting.delete(draw)
}

function drawNext() {
  const [next] = [...waiting].sort(([, one], [, other]) => one - other)
  if (!next) return
  const [draw] = next
  waiting.delete(draw)
  draw()
  if (waiting.size > 0) requestAnimationFrame(drawNext)
}
