import type { WordRow } from './lexicon.ts'

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
