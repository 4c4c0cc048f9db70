/** The values of `sort` in the address of Explore; the first is the default. */
export const exploreSorts = ['newest', 'liked'] as const
export type ExploreSort = (typeof exploreSorts)[number]

const token = '[A-Za-z0-9_-]{22}'
const pattern = new RegExp(`^/share/(${token})/?$`)

/** Returns the path of a share page, without a language. */
export function sharePath(of: string): string {
  return `/share/${of}`
}

/** Reads the path of a share page, without a language; `null`: it is none. */
export function readSharePath(path: string): string | null {
  return pattern.exec(path)?.[1] ?? null
}

/** Scales a size down to what fits; it is never less than a pixel. */
export function fitInto(
  { width, height }: { width: number; height: number },
  max: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, max.width / width, max.height / height)
  return {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  }
}
