import type { WordRow } from './lexicon.ts'

/** Places and things, and the compositions that match them. */
export const placeWords: readonly WordRow[] = [
  { words: 'sea ocean seascape horizon 海 大海 海洋', scenes: { sea: 4 } },
  {
    words: 'beach coast shore bay lagoon island tropical palm 海滩 沙滩 海岸 岛',
    scenes: { sea: 4 },
    tags: 'summer',
  },
  {
    words:
      'boat ship sail sailboat yacht lighthouse harbor harbour pier fisherman 船 帆 港 灯塔 渔',
    scenes: { sea: 4 },
  },
  { words: 'wave surf tide tsunami 浪 潮', scenes: { sea: 4 } },
  { words: 'lake pond reflection 湖 池 倒影', scenes: { sea: 2, aurora: 1.5, mountains: 1.5 } },
  {
    words: 'river stream waterfall creek 河流 江 溪 瀑布',
    scenes: { mountains: 2, forest: 2, ink: 1 },
  },
  {
    words: 'mountain peak summit alps himalaya cliff ridge volcano-peak 山 峰 岭 崖',
    scenes: { mountains: 4, ink: 1 },
  },
  {
    words: 'valley hill canyon highland landscape scenery 谷 丘 峡 风景 景色',
    scenes: { mountains: 4 },
  },
  {
    words: 'castle village cabin cottage house hut tower 城堡 村 小屋 房',
    scenes: { mountains: 2.5, forest: 1.5, meadow: 1.5 },
  },
  {
    words: 'dragon knight wizard warrior samurai 龙 骑士 巫师 武士',
    scenes: { mountains: 2, fire: 2, ink: 1.5 },
    tags: 'drama',
  },
  {
    words: 'desert dune sahara sand oasis camel pyramid mars egypt 沙漠 沙丘 骆驼 火星 金字塔',
    scenes: { dunes: 5 },
    tags: 'dry',
  },
  {
    words: 'forest wood jungle tree rainforest grove redwood bamboo 森林 树 林 丛林 竹',
    scenes: { forest: 5 },
    tags: 'green',
  },
  {
    words: 'fox deer wolf bear owl rabbit squirrel unicorn elf 狐 鹿 狼 熊 猫头鹰 兔 松鼠 精灵',
    scenes: { forest: 3, meadow: 1.5 },
  },
  { words: 'mushroom moss fern 蘑菇 苔', scenes: { forest: 3 }, tags: 'green mystery' },
  {
    words: 'meadow grass field prairie wheat countryside farm pasture 草 草地 草原 田 麦 乡',
    scenes: { meadow: 5 },
    tags: 'summer',
  },
  {
    words: 'butterfly bee bird cat dog puppy kitten horse 蝴蝶 蜜蜂 鸟 猫 狗 马',
    scenes: { meadow: 2.5, bloom: 1.5, forest: 1 },
  },
  {
    words:
      'flower blossom bloom rose lotus peony dahlia tulip orchid petal bouquet garden sunflower lily 花 玫瑰 莲 荷 牡丹 花园 瓣',
    scenes: { bloom: 5 },
  },
  {
    words: 'cherry-blossom cherry-tree sakura plum apricot almond 樱 梅 杏花 桃花',
    scenes: { branch: 9 },
    tags: 'spring romance',
    colour: { hue: 355, chroma: 0.1, lighter: 0.1 },
  },
  {
    words:
      'cloud sky heaven flying flight airplane plane angel balloon wing 云 天空 天 飞 天使 气球',
    scenes: { clouds: 4 },
  },
  {
    words: 'aurora northern-lights borealis 极光',
    scenes: { aurora: 7 },
    tags: 'night magic cold',
  },
  {
    words: 'iceberg arctic antarctic iceland norway lapland 冰山 北极 南极',
    scenes: { aurora: 3, sea: 1.5, mountains: 1.5 },
  },
  { words: 'snow snowy winter 雪 冬', scenes: { mountains: 1.2, forest: 1.2, aurora: 0.8 } },
  {
    words:
      'space galaxy cosmos cosmic universe nebula interstellar astronaut spaceship spacecraft alien 宇宙 星系 银河 星云 太空 宇航 外星',
    scenes: { cosmos: 6 },
    tags: 'space',
  },
  {
    words: 'planet saturn jupiter orbit 行星 星球 土星 木星',
    scenes: { cosmos: 6 },
    tags: 'space planet',
  },
  {
    words:
      'city skyline skyscraper urban downtown metropolis tokyo shanghai york building 城市 城 都市 高楼 上海 东京 纽约 楼',
    scenes: { city: 5 },
    tags: 'city',
  },
  {
    words: 'street alley cafe traffic car taxi window 街 巷 咖啡馆 车 窗',
    scenes: { rain: 4, city: 1.5 },
    tags: 'city',
  },
  {
    words: 'robot cyborg android machine cyberpunk tech ai 机器人 机械 赛博 科技',
    scenes: { silk: 2.5, city: 2.5, flow: 1.5 },
    tags: 'future',
  },
  {
    words:
      'fire flame burning lava volcano ember phoenix hell campfire candle 火 焰 燃 熔岩 火山 凤凰 烛',
    scenes: { fire: 6 },
    tags: 'fire',
  },
  {
    words:
      'underwater coral jellyfish fish whale dolphin shark octopus turtle mermaid reef diving submarine 海底 水下 珊瑚 水母 鱼 鲸 海豚 鲨 章鱼 龟 美人鱼',
    scenes: { deepWater: 9 },
    tags: 'deep',
  },
  { words: 'branch twig petal spring 枝 花瓣 春', scenes: { branch: 2.5, bloom: 2 } },
  {
    words: 'sunflower daffodil 向日葵',
    scenes: { bloom: 3, meadow: 1 },
    colour: { hue: 88, chroma: 0.16 },
  },
  { words: 'jellyfish 水母', tags: 'jellyfish' },
  { words: 'fish shoal shark whale dolphin 鱼 鲸 海豚 鲨', tags: 'fish' },
  {
    words:
      'ink brush calligraphy watercolor shanshui sumi japanese chinese 水墨 山水 书法 国画 墨 水彩',
    scenes: { ink: 6 },
    tags: 'paper',
  },
  {
    words: 'temple pagoda shrine monk buddha tea 寺 庙 塔 佛 茶',
    scenes: { ink: 3, mountains: 2 },
    tags: 'calm',
  },
  {
    words:
      'portrait woman man girl boy face person people model fashion dress queen king princess 人像 女 男 少女 脸 人物 模特 时尚 裙 公主',
    scenes: { silk: 3, flow: 2, bloom: 0.8 },
  },
  {
    words:
      'silk fabric cloth satin velvet liquid chrome metal glass marble paint oil honey 丝 绸 布 缎 液 金属 玻璃 大理石 油',
    scenes: { silk: 6 },
  },
  {
    words:
      'abstract pattern texture geometry geometric design wallpaper logo 抽象 图案 纹理 几何 设计 壁纸',
    scenes: { silk: 2, flow: 2, strata: 2.5 },
  },
  { words: 'paper map layer topographic cut origami fold 纸 地图 层 折', scenes: { strata: 6 } },
  {
    words: 'music dance song rhythm symphony smoke thread 音乐 舞 歌 烟',
    scenes: { flow: 4 },
  },
  {
    words: 'food fruit cake coffee dessert drink bottle product 食 水果 蛋糕 甜品 饮 产品',
    scenes: { silk: 2, strata: 1.5, bloom: 1 },
    tags: 'warm',
  },
  { words: 'fox 狐', tags: 'fox' },
  { words: 'wolf husky 狼', tags: 'wolf' },
  { words: 'dog puppy corgi 狗 犬', tags: 'dog' },
  { words: 'deer stag elk moose fawn 鹿', tags: 'deer' },
  { words: 'horse pony unicorn stallion 马', tags: 'horse' },
  { words: 'camel 骆驼', tags: 'camel' },
  { words: 'cat kitten 猫', tags: 'cat' },
  { words: 'rabbit hare bunny 兔', tags: 'rabbit' },
  {
    words:
      'person man woman boy girl child traveler traveller hiker wanderer figure walker monk 人 女孩 男孩 旅人',
    tags: 'person',
  },
  { words: 'sailboat boat ship yacht sail 船 帆', tags: 'sailboat' },
  { words: 'fisherman rowboat canoe 渔 舟', tags: 'skiff' },
  { words: 'lighthouse 灯塔', tags: 'lighthouse' },
]
