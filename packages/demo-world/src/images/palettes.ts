import type { Oklch } from './oklch.ts'
import type { Swatches } from './palette.ts'

export type NamedPalette = { name: string; tags: readonly string[]; swatches: Swatches }

/** Every palette with the words of light, season and mood that select it. */
export const palettes: readonly NamedPalette[] = [
  row(
    'ember dusk',
    'sunset dusk warm drama red romance',
    '0.17 0.05 300, 0.36 0.1 302, 0.6 0.16 18, 0.8 0.13 58, 0.95 0.07 85, 0.7 0.17 45',
  ),
  row(
    'rose dawn',
    'sunset dawn calm romance spring',
    '0.25 0.05 272, 0.5 0.08 275, 0.72 0.1 352, 0.87 0.07 50, 0.965 0.04 80, 0.75 0.13 25',
  ),
  row(
    'golden hour',
    'sunset golden warm autumn joy day',
    '0.19 0.035 50, 0.43 0.07 40, 0.66 0.12 62, 0.85 0.1 80, 0.97 0.06 95, 0.55 0.13 30',
  ),
  row(
    'honey and slate',
    'sunset golden calm autumn warm',
    '0.17 0.03 240, 0.38 0.045 235, 0.62 0.07 75, 0.84 0.1 80, 0.97 0.06 92, 0.66 0.13 55',
  ),
  row(
    'blue hour',
    'night dusk calm city cold',
    '0.14 0.04 265, 0.28 0.09 264, 0.46 0.1 252, 0.71 0.07 228, 0.94 0.08 75, 0.76 0.14 58',
  ),
  row(
    'moonlight',
    'night cold calm mystery',
    '0.09 0.03 265, 0.2 0.06 262, 0.35 0.07 250, 0.54 0.055 232, 0.95 0.025 215, 0.7 0.08 195',
  ),
  row(
    'clear day',
    'day joy summer',
    '0.26 0.06 248, 0.56 0.12 250, 0.73 0.1 236, 0.91 0.04 215, 0.985 0.025 95, 0.68 0.13 145',
  ),
  row(
    'tropic',
    'day summer joy',
    '0.25 0.06 225, 0.55 0.11 228, 0.73 0.12 202, 0.91 0.06 180, 0.975 0.045 95, 0.76 0.16 38',
  ),
  row(
    'jade mist',
    'mist calm rain spring mystery',
    '0.22 0.03 192, 0.42 0.04 190, 0.62 0.04 180, 0.84 0.025 160, 0.955 0.02 110, 0.62 0.12 35',
  ),
  row(
    'pewter',
    'mist rain storm calm sad winter',
    '0.2 0.012 250, 0.4 0.02 248, 0.6 0.022 235, 0.82 0.015 210, 0.95 0.015 90, 0.68 0.1 55',
  ),
  row(
    'storm',
    'storm rain drama dark sad',
    '0.13 0.016 250, 0.28 0.028 250, 0.45 0.032 238, 0.67 0.028 215, 0.92 0.035 90, 0.75 0.1 70',
  ),
  row(
    'maple',
    'sunset autumn golden warm',
    '0.18 0.04 35, 0.38 0.09 38, 0.58 0.14 50, 0.81 0.1 75, 0.955 0.06 90, 0.55 0.19 28',
  ),
  row(
    'first green',
    'spring day joy calm',
    '0.28 0.05 165, 0.54 0.09 155, 0.75 0.1 138, 0.91 0.055 112, 0.98 0.035 100, 0.78 0.13 355',
  ),
  row(
    'frost',
    'winter day cold calm',
    '0.22 0.035 255, 0.5 0.055 252, 0.72 0.045 240, 0.89 0.025 228, 0.975 0.018 80, 0.72 0.09 20',
  ),
  row(
    'winter sun',
    'winter dawn golden cold',
    '0.24 0.045 280, 0.5 0.07 275, 0.74 0.05 310, 0.89 0.05 55, 0.975 0.04 80, 0.76 0.1 30',
  ),
  row(
    'neon',
    'neon night city joy future',
    '0.11 0.05 290, 0.25 0.12 288, 0.48 0.21 320, 0.68 0.19 350, 0.93 0.08 200, 0.8 0.14 200',
  ),
  row(
    'signal',
    'neon night city future drama',
    '0.1 0.03 250, 0.22 0.07 240, 0.42 0.1 215, 0.68 0.12 195, 0.94 0.06 180, 0.68 0.22 15',
  ),
  row(
    'northern',
    'night cold magic winter',
    '0.1 0.04 252, 0.2 0.06 242, 0.55 0.14 168, 0.75 0.16 162, 0.94 0.1 160, 0.62 0.19 312',
  ),
  row(
    'volcano',
    'fire night drama red dark',
    '0.1 0.03 30, 0.25 0.08 24, 0.48 0.18 30, 0.7 0.19 48, 0.95 0.12 92, 0.42 0.13 335',
  ),
  row(
    'terracotta',
    'sunset dry day golden warm',
    '0.24 0.05 35, 0.45 0.1 38, 0.66 0.13 52, 0.85 0.075 70, 0.965 0.04 85, 0.55 0.08 240',
  ),
  row(
    'blue desert',
    'sunset dry dusk dawn calm',
    '0.2 0.05 275, 0.42 0.08 290, 0.64 0.11 35, 0.84 0.08 55, 0.965 0.045 75, 0.5 0.09 255',
  ),
  row(
    'lavender',
    'dusk summer romance dream calm',
    '0.22 0.06 290, 0.42 0.11 295, 0.63 0.12 305, 0.83 0.08 332, 0.965 0.045 60, 0.79 0.12 62',
  ),
  row(
    'abyss',
    'deep night cold mystery',
    '0.1 0.04 243, 0.25 0.08 237, 0.46 0.1 216, 0.71 0.1 195, 0.955 0.06 180, 0.78 0.14 60',
  ),
  row(
    'ink',
    'paper calm mist',
    '0.17 0.01 250, 0.38 0.012 240, 0.63 0.012 200, 0.885 0.015 92, 0.957 0.016 92, 0.57 0.19 29',
  ),
  row(
    'porcelain',
    'paper calm winter',
    '0.24 0.09 264, 0.44 0.11 260, 0.67 0.08 250, 0.9 0.018 225, 0.967 0.01 100, 0.6 0.16 30',
  ),
  row(
    'violet cosmos',
    'space night magic dream',
    '0.07 0.03 280, 0.19 0.09 285, 0.43 0.17 312, 0.69 0.14 352, 0.965 0.045 62, 0.76 0.12 205',
  ),
  row(
    'pillars',
    'space night warm drama',
    '0.07 0.025 240, 0.2 0.06 222, 0.42 0.09 198, 0.72 0.12 62, 0.965 0.06 85, 0.58 0.17 30',
  ),
  row(
    'rose garden',
    'spring summer romance red',
    '0.2 0.06 358, 0.4 0.14 5, 0.62 0.19 10, 0.82 0.1 18, 0.965 0.03 60, 0.62 0.1 142',
  ),
  row(
    'greenwood',
    'green day summer mystery',
    '0.14 0.035 165, 0.31 0.06 155, 0.51 0.09 140, 0.8 0.08 115, 0.97 0.07 102, 0.72 0.13 75',
  ),
  row(
    'candy',
    'joy dream spring day',
    '0.42 0.09 290, 0.63 0.1 292, 0.78 0.11 342, 0.905 0.06 50, 0.975 0.03 90, 0.8 0.1 200',
  ),
  row(
    'copper and teal',
    'drama calm future golden',
    '0.16 0.035 222, 0.35 0.065 212, 0.55 0.075 196, 0.79 0.08 70, 0.96 0.06 80, 0.67 0.15 50',
  ),
  row(
    'gold on black',
    'luxury night drama dark',
    '0.1 0.01 70, 0.22 0.03 66, 0.45 0.075 72, 0.73 0.115 84, 0.96 0.075 95, 0.52 0.1 35',
  ),
  row(
    'silver',
    'noir dark calm sad',
    '0.1 0.004 250, 0.26 0.006 250, 0.48 0.006 240, 0.76 0.006 200, 0.97 0.006 90, 0.62 0.02 70',
  ),
  row(
    'sakura',
    'spring romance calm dawn',
    '0.28 0.05 342, 0.55 0.08 346, 0.79 0.085 355, 0.92 0.04 12, 0.982 0.016 60, 0.58 0.08 150',
  ),
  row(
    'candle',
    'night warm calm mystery',
    '0.11 0.025 40, 0.25 0.05 38, 0.46 0.1 48, 0.74 0.12 68, 0.96 0.08 88, 0.42 0.07 250',
  ),
]

/** `colours` are the six roles in order, each as lightness, chroma and hue. */
function row(name: string, tags: string, colours: string): NamedPalette {
  const [deep, shade, mid, haze, glow, accent] = colours.split(', ').map((text): Oklch => {
    const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number)
    return [lightness, chroma, hue]
  })
  if (!deep || !shade || !mid || !haze || !glow || !accent)
    throw new Error(`The palette ${name} needs six colours`)
  return { name, tags: tags.split(' '), swatches: { deep, shade, mid, haze, glow, accent } }
}
