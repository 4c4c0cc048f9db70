import { prefersReducedMotion } from '../reduced-motion.ts'

type Maybe<Found> = Found | null | undefined

const motion = { duration: 180, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

/** Moves an image that was just opened from its thumbnail on the page to its place. */
export function moveFrom(thumbnail: Maybe<Element>, image: Maybe<HTMLElement>): void {
  const transform = transformTo(thumbnail, image)
  if (transform) image?.animate([{ transform }, {}], motion)
}

/** Moves an image that is being closed back to its thumbnail on the page. */
export function moveBack(thumbnail: Maybe<Element>, image: Maybe<HTMLElement>): void {
  const transform = transformTo(thumbnail, image)
  if (transform) image?.animate([{}, { transform }], motion)
}

/**
 * The transform that puts an image over its thumbnail; `undefined` where nothing should move: the
 * thumbnail is out of view, the image is enlarged, or the user prefers less motion.
 */
function transformTo(thumbnail: Maybe<Element>, image: Maybe<HTMLElement>): string | undefined {
  if (!thumbnail || !image || prefersReducedMotion()) return undefined
  const [to, from] = [thumbnail.getBoundingClientRect(), image.getBoundingClientRect()]
  const { a: scale, e: left, f: top } = new DOMMatrix(getComputedStyle(image).transform)
  const isInView = to.bottom > 0 && to.right > 0 && to.top < innerHeight && to.left < innerWidth
  if (!isInView || scale !== 1 || from.width === 0 || to.width === 0) return undefined
  const x = to.x + to.width / 2 - (from.x + from.width / 2 - left)
  const y = to.y + to.height / 2 - (from.y + from.height / 2 - top)
  return `translate(${x}px, ${y}px) scale(${to.width / from.width}, ${to.height / from.height})`
}
