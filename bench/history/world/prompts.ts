import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { fluxSchnell } from '#catalogue/models/flux-schnell.ts'
import { sd35 } from '#catalogue/models/sd35.ts'
import { searchTerms } from '#domain/search-terms.ts'

/** What somebody asked for, and what it is found by. */
export type Prompt = {
  prompt: string
  model: string
  mode: string
  input: Record<string, unknown>
  terms: string[]
}

const roots =
  'abandon amber ancient angel anime arch autumn bark beach bear bird bloom blur boat book bottle bridge bright bronze brush build butter candle canyon castle cat chair cherry child cinema city clay cloud coast coffee cold color coral cosmic cottage crane crowd crystal cyber dance dark dawn deep deer desert detail diamond dog dragon dream drift dusk dust eagle earth east edge elder elephant emerald engine evening eye face fair farm feather field film fire fish flame float flower focus fog forest fox frame freeze frost fruit garden gate gentle giant glass glow gold grain grand granite grass green guard hair hand harbor hawk heart high hill home honey horizon horse house ice ink iron island ivory jade jewel jungle king kitchen knight lake lamp land lantern leaf leather lens light lily lion long lotus machine magic maple marble market mask meadow metal mirror mist model monk moon moss mountain neon nest night noble north ocean oil old olive open orange orchid owl paint palace paper park pastel path pearl pepper petal phoenix photo pine pink planet plant plaza poppy portrait power prism purple queen rain raven red reef river road robot rock roof room rose ruby rust sail salt sand sea season shadow sharp shell ship shore silk silver sky sleep smoke snow soft south space spark spring square star station steel stone storm street summer sun surreal sword table tea temple tender thunder tiger tower town train tree tulip valley velvet village vine violet vivid wall warm water wave west whale wheat white wild willow wind window wing winter wolf wood yellow young zebra'.split(
    ' ',
  )
const endings = [
  '',
  's',
  'y',
  'ed',
  'ing',
  'er',
  'ers',
  'like',
  'less',
  'ful',
  'ish',
  'side',
  'work',
  'craft',
  'scape',
  'light',
]
const small =
  'a the of in with on at and an under over by from very highly detailed style view close up'.split(
    ' ',
  )

/** Words from the commonest to the rarest: some thousands. */
export const vocabulary = [
  ...small,
  ...endings.flatMap((ending) => roots.map((root) => root + ending)),
]

/** Chinese words, the commonest first; where a sentence is cut into words is not written. */
export const hanWords =
  '的 一只 在 雪地 里 狐狸 山水 天空 夜晚 城市 灯光 下 雨中 古老 森林 湖面 倒影 日出 云海 金色 红色 绿色 蓝色 白色 黑色 女孩 男孩 老人 猫 狗 鸟 鱼 马 龙 花 树叶 草地 石桥 小路 帆船 汽车 房子 窗户 大门 街道 市场 海边 沙滩 星空 月亮 火焰 光影 细节 高清 摄影 风格 油画 水墨 动漫 未来 科技 机器人 宇宙 飞船 梦幻 温暖 安静 春天 夏日 秋叶 冬雪 微风 雷电 冰霜 晨雾 露珠 清茶 美酒 书房 毛笔 画卷 古琴 围棋 竹林 梅花 兰花 菊花 松树 荷塘 莲叶 山谷 河流 瀑布 草原 沙漠 岛屿 港口 宫殿 寺庙 高塔 阁楼 庭院 花园 果园 田野 村庄 小镇 都会 少女 武士 剑客 仙鹤 凤凰 麒麟 玉佩 灯笼 烟火 节日 集市 茶馆 戏台 脸谱 旗袍 折扇 油纸伞 青石板 老街 胡同 四合院 长城 江南 水乡 乌篷船'.split(
    ' ',
  )

const models = [fluxDev, fluxSchnell, sd35]
const sizes = ['square', 'square_hd', 'portrait_4_3', 'landscape_16_9']

/**
 * The nth of a list with the frequency that words have in a language: the second half as often as
 * the first, and so on.
 */
export function zipf<Item>(list: readonly Item[]): Item {
  return list[Math.floor((list.length + 1) ** Math.random()) - 1] as Item
}

/** One in seven is Chinese. */
export function inventPrompt(): Prompt {
  const prompt = Math.random() < 1 / 7 ? chinese() : english()
  const model = models[Math.floor(Math.random() ** 2 * models.length)] ?? fluxDev
  const input = {
    prompt,
    image_size: zipf(sizes),
    num_images: 1,
    num_inference_steps: 28,
    seed: 7,
    enable_safety_checker: true,
  }
  const [id, mode] = [model.id, model.generationType]
  return { prompt, model: id, mode, input, terms: searchTerms(model, { model: id, mode, input }) }
}

function english(): string {
  return Array.from({ length: 5 + Math.floor(Math.random() * 26) }, () => zipf(vocabulary)).join(
    ' ',
  )
}

function chinese(): string {
  const phrase = () =>
    Array.from({ length: 2 + Math.floor(Math.random() * 5) }, () => zipf(hanWords)).join('')
  return Array.from({ length: 1 + Math.floor(Math.random() * 4) }, phrase).join('，')
}
