import type { WordRow } from './lexicon.ts'

/** Moods and manners. */
export const moodWords: readonly WordRow[] = [
  {
    words: 'calm peaceful serene quiet tranquil silence zen gentle soft 宁静 平静 安静 静 禅 柔',
    tags: 'calm',
  },
  {
    words:
      'happy joy joyful cheerful bright vivid colorful colourful playful cute 快乐 欢 明亮 鲜艳 可爱 缤纷',
    tags: 'joy',
  },
  { words: 'sad melancholy lonely lonesome nostalgic 悲 忧 孤独 寂寞 怀旧', tags: 'sad' },
  { words: 'dark gothic noir ominous scary haunted horror 黑暗 恐怖 阴', tags: 'dark drama' },
  {
    words: 'epic dramatic cinematic majestic grand power battle war hero 史诗 壮丽 电影 宏伟 战',
    tags: 'drama',
  },
  {
    words: 'dream dreamy surreal ethereal magic magical fantasy fairy mystical 梦 奇幻 魔法 仙',
    tags: 'dream magic',
  },
  { words: 'mystery mysterious secret ancient ruin temple 神秘 古 遗迹 寺 庙', tags: 'mystery' },
  { words: 'love romantic romance wedding heart kiss 爱 浪漫 婚', tags: 'romance' },
  { words: 'warm cozy cosy hot 温暖 暖', tags: 'warm' },
  { words: 'cold cool chilly 冷 寒', tags: 'cold' },
  {
    words: 'luxury luxurious elegant royal jewel perfume 奢 优雅 皇 宝石',
    tags: 'luxury',
    scenes: { silk: 1 },
  },
  {
    words: 'minimal minimalist simple minimalism 极简 简约',
    tags: 'calm minimal',
    scenes: { strata: 0.6, dunes: 0.4, ink: 0.4 },
  },
  {
    words: 'energy speed fast motion explosion 能量 速度 爆',
    tags: 'drama energy',
    scenes: { flow: 1 },
  },
  { words: 'vintage retro film analog 复古 胶片', tags: 'warm vintage' },
  { words: 'pastel 淡', tags: 'dream pale' },
]

/** Times of day, seasons and weather. */
export const lightWords: readonly WordRow[] = [
  { words: 'dawn sunrise morning daybreak 黎明 日出 清晨 早晨 拂晓 朝霞 晨', tags: 'dawn' },
  { words: 'day noon daylight sunny sunlight 白天 正午 阳光 晴', tags: 'day' },
  { words: 'golden-hour golden-light afternoon 午后 金色时刻', tags: 'golden sunset' },
  { words: 'sunset sundown 日落 黄昏 夕阳 晚霞', tags: 'sunset dusk' },
  { words: 'dusk evening twilight 傍晚 暮', tags: 'dusk sunset' },
  { words: 'blue-hour 蓝调时刻', tags: 'dusk night' },
  { words: 'night midnight nocturnal 夜 午夜', tags: 'night' },
  { words: 'moon moonlight moonlit 月', tags: 'night moon' },
  { words: 'sun 太阳 日光', tags: 'sun' },
  { words: 'star starry starlight 星', tags: 'night stars', scenes: { cosmos: 1, aurora: 0.3 } },
  { words: 'spring 春', tags: 'spring' },
  { words: 'summer 夏', tags: 'summer' },
  { words: 'autumn fall maple 秋 枫', tags: 'autumn' },
  { words: 'winter 冬', tags: 'winter' },
  { words: 'snow snowy snowfall blizzard 雪', tags: 'winter snow cold' },
  {
    words: 'ice icy frozen glacier frost arctic polar iceberg 冰 霜 极地',
    tags: 'winter cold snow',
  },
  { words: 'mist misty fog foggy haze hazy 雾 霭 烟雨', tags: 'mist' },
  { words: 'rain rainy drizzle 雨', tags: 'rain', scenes: { rain: 2 } },
  {
    words: 'storm stormy thunder thunderstorm lightning tempest hurricane 风暴 暴风 雷 闪电',
    tags: 'storm',
  },
  { words: 'wind windy breeze 风', tags: 'wind', scenes: { flow: 0.4, meadow: 0.4 } },
  {
    words: 'neon cyberpunk futuristic synthwave vaporwave 霓虹 赛博 未来',
    tags: 'neon night future',
  },
]

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
