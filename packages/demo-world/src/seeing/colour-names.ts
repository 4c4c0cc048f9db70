/** What people call a colour. */
export type ColourName = { en: string; zh: string }

const name = (en: string, zh: string): ColourName => ({ en, zh })

const hues: readonly (readonly [upTo: number, colour: ColourName])[] = [
  [14, name('red', '红色')],
  [40, name('orange', '橙色')],
  [68, name('yellow', '黄色')],
  [160, name('green', '绿色')],
  [196, name('turquoise', '青色')],
  [250, name('blue', '蓝色')],
  [290, name('purple', '紫色')],
  [340, name('pink', '粉色')],
  [360, name('red', '红色')],
]

/** The name of a colour given as the display's values, 0 to 255. */
export function colourName(red: number, green: number, blue: number): ColourName {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [light, chroma] = [(most + least) / 510, (most - least) / 255]
  if (most < 40) return name('black', '黑色')
  if (chroma < 0.09) return light > 0.85 ? name('white', '白色') : name('grey', '灰色')
  const hue = hueOf(red, green, blue, most, most - least)
  if (hue >= 14 && hue < 50 && light < 0.4) return name('brown', '棕色')
  return hues.find(([upTo]) => hue < upTo)?.[1] ?? name('red', '红色')
}

function hueOf(red: number, green: number, blue: number, most: number, span: number): number {
  if (most === red) return (((green - blue) / span) * 60 + 360) % 360
  if (most === green) return ((blue - red) / span) * 60 + 120
  return ((red - green) / span) * 60 + 240
}
