import { createHash } from 'node:crypto'
import sharp from 'sharp'

/**
 * The icons of the installed app. A maskable one fills its square, because systems cut it into
 * their own shapes; the others keep the shape of the image.
 */
const appIcons = {
  'icon-192': { size: 192, isMaskable: false },
  'icon-512': { size: 512, isMaskable: false },
  'maskable-512': { size: 512, isMaskable: true },
} as const

export type AppIconName = keyof typeof appIcons

/** The icons: their paths, which change with the image, and the bytes of each. */
export type AppIcons = {
  paths: Record<AppIconName, string>
  /** Draws the icon of a path as PNG; `null`: there is none. */
  draw(path: string): Promise<Buffer> | null
}

/** Where icons are served. */
export const appIconPath = '/app-icons/'

/** Between a logo and each side of a maskable icon: systems may cut off all beyond a circle. */
const logoMargin = 0.21

/**
 * Returns the icons of an image, each drawn when it is first read. `fillsSquare`: the image is an
 * icon with a ground of its own in `background`; else it is a logo, which is put onto that colour.
 */
export function createAppIcons(
  image: Buffer,
  { fillsSquare, background }: { fillsSquare: boolean; background: string },
): AppIcons {
  const hash = createHash('sha256').update(image).update(background).digest('hex').slice(0, 24)
  const names = Object.keys(appIcons) as AppIconName[]
  const pathOf = (name: AppIconName) => `${appIconPath}${hash}-${name}.png`
  const drawn = new Map<AppIconName, Promise<Buffer>>()
  const drawIcon = (name: AppIconName) => {
    const { size, isMaskable } = appIcons[name]
    const margin = isMaskable && !fillsSquare ? Math.round(size * logoMargin) : 0
    const inner = size - 2 * margin
    const ground = isMaskable ? background : transparent
    const sides = { top: margin, bottom: margin, left: margin, right: margin }
    const icon = sharp(image, { density: 1152 })
      .resize(inner, inner, { fit: 'contain', background: ground })
      .extend({ ...sides, background: ground })
    return (isMaskable ? icon.flatten({ background }) : icon)
      .png({ compressionLevel: 9 })
      .toBuffer()
  }
  return {
    paths: Object.fromEntries(names.map((name) => [name, pathOf(name)])) as AppIcons['paths'],
    draw(path) {
      const name = names.find((each) => pathOf(each) === path)
      if (!name) return null
      const icon = drawn.get(name) ?? drawIcon(name)
      drawn.set(name, icon)
      return icon
    },
  }
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
