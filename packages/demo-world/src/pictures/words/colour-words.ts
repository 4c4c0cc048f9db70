import type { WordRow } from './lexicon.ts'

/** Colours by name. Hues are OKLCH degrees. */
export const colourWords: readonly WordRow[] = [
  {
    words: 'red scarlet crimson ruby vermilion cherry 红 朱 赤 绯',
    unless: 'cherry-blossom cherry-tree',
    colour: { hue: 25, chroma: 0.2 },
    tags: 'red',
  },
  { words: 'burgundy maroon wine 酒红', colour: { hue: 12, chroma: 0.13, lighter: -0.1 } },
  { words: 'orange tangerine amber 橙 橘 琥珀', colour: { hue: 55, chroma: 0.17 }, tags: 'warm' },
  { words: 'yellow lemon 黄', colour: { hue: 98, chroma: 0.16, lighter: 0.05 }, tags: 'warm' },
  {
    words: 'gold golden gilded 金',
    unless: 'golden-hour golden-light 金色时刻',
    colour: { hue: 82, chroma: 0.13 },
    tags: 'golden',
  },
  { words: 'green emerald lime olive 绿 翠', colour: { hue: 148, chroma: 0.15 } },
  { words: 'jade mint sage 玉 薄荷 青', colour: { hue: 170, chroma: 0.08 } },
  { words: 'teal turquoise cyan aqua 青绿 蓝绿 碧', colour: { hue: 200, chroma: 0.12 } },
  { words: 'blue azure sapphire cobalt 蓝', colour: { hue: 250, chroma: 0.15 } },
  { words: 'navy indigo 靛 藏青', colour: { hue: 268, chroma: 0.11, lighter: -0.1 } },
  { words: 'purple violet amethyst 紫', colour: { hue: 305, chroma: 0.17 } },
  { words: 'lavender lilac mauve 薰衣草', colour: { hue: 303, chroma: 0.1, lighter: 0.08 } },
  { words: 'magenta fuchsia 品红 洋红', colour: { hue: 335, chroma: 0.22 } },
  { words: 'pink rose blush 粉', colour: { hue: 0, chroma: 0.13, lighter: 0.08 } },
  {
    words: 'peach coral salmon apricot 桃色 珊瑚',
    colour: { hue: 38, chroma: 0.13, lighter: 0.07 },
  },
  {
    words: 'brown chocolate coffee copper bronze rust 棕 褐 咖啡 铜',
    colour: { hue: 52, chroma: 0.085, lighter: -0.05 },
  },
  { words: 'beige cream sand ivory 米色 奶油', colour: { hue: 82, chroma: 0.045, lighter: 0.1 } },
  { words: 'white 白', colour: { hue: 90, chroma: 0.012, lighter: 0.16 }, tags: 'pale' },
  {
    words: 'silver grey gray 银 灰',
    unless: '银河',
    colour: { hue: 245, chroma: 0.012 },
    tags: 'noir',
  },
  {
    words: 'black obsidian 黑',
    tags: 'dark noir night',
    colour: { hue: 265, chroma: 0.02, lighter: -0.18 },
  },
]
