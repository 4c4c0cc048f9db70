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
