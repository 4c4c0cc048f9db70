/** The side of the icon that is drawn, in px. */
const size = 64

/** How long a visible tab keeps its mark, in ms. */
const shownMs = 10_000

let count = 0
let unmarked: string | undefined
let marked: string | undefined
let icon: { link: HTMLLinkElement; href: string; type: string } | undefined

/**
 * Marks the tab for a job that ended: its title begins with the words and, while it is hidden, how
 * many ended; its icon gets a dot. The mark goes when the tab is looked at, or soon where it is.
 */
export function markTab(words: string): void {
  if (document.title !== marked) unmarked = document.title
  if (document.hidden) count += 1
  marked = `${count > 0 ? `(${count}) ` : ''}${words} · ${unmarked}`
  document.title = marked
  if (document.hidden) void markIcon()
  else setTimeout(unmarkTab, shownMs)
}

/** Removes the mark; a title that another page has set since stays. */
export function unmarkTab(): void {
  count = 0
  if (unmarked !== undefined && document.title === marked) document.title = unmarked
  marked = undefined
  if (!icon) return
  icon.link.type = icon.type
  icon.link.href = icon.href
  icon = undefined
}

async function markIcon(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link || icon) return
  const before = { link, href: link.href, type: link.type }
  icon = before
  const drawn = await drawDot(before.href).catch(() => undefined)
  // The tab may have been looked at meanwhile.
  if (!drawn || icon !== before) return
  link.type = 'image/png'
  link.href = drawn
}

/** The icon with a dot in its corner, as a `data:` URL. */
async function drawDot(href: string): Promise<string> {
  const image = new Image(size, size)
  image.src = href
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) throw new Error('nothing can be drawn')
  context.drawImage(image, 0, 0, size, size)
  context.beginPath()
  context.arc(size - 17, size - 17, 16, 0, 2 * Math.PI)
  context.fillStyle = '#ff7a1a'
  context.fill()
  context.lineWidth = 4
  context.strokeStyle = '#fff'
  context.stroke()
  return canvas.toDataURL('image/png')
}
