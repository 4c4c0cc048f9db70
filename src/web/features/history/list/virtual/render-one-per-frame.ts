const waiting = new Map<() => void, number>()
let isFrameAsked = false

/**
 * Draws something when its turn has come: one a frame, so that no frame has much to draw, and what
 * is nearest to where the reader looks first. Answers how to give it up.
 */
export function renderOnePerFrame(draw: () => void, distance: number): () => void {
  waiting.set(draw, distance)
  askForFrame()
  return () => waiting.delete(draw)
}

function askForFrame() {
  if (isFrameAsked || waiting.size === 0) return
  isFrameAsked = true
  requestAnimationFrame(drawNext)
}

function drawNext() {
  isFrameAsked = false
  const [next] = [...waiting].sort(([, one], [, other]) => one - other)
  if (!next) return
  const [draw] = next
  waiting.delete(draw)
  draw()
  askForFrame()
}
