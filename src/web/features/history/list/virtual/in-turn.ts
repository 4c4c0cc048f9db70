const waiting = new Set<() => void>()

/** Draws something when its turn has come: one a frame, so that no frame has much to draw. Answers how to give it up. */
export function inTurn(draw: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(drawNext)
  waiting.add(draw)
  return () => waiting.delete(draw)
}

function drawNext() {
  const [next] = waiting
  if (!next) return
  waiting.delete(next)
  next()
  if (waiting.size > 0) requestAnimationFrame(drawNext)
}
