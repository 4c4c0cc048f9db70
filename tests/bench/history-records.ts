import { sql } from 'kysely'
import { indexHistories } from '#core/history/maintain-index.ts'
import { searchTerms } from '#core/history/search-term-rules.ts'
import type { Database } from '#platform/database/database.ts'
import { fluxDev, fluxSchnell, sd35 } from '#testing/models.ts'

const roots =
  'abandon amber ancient angel anime arch autumn bark beach bear bird bloom blur boat book bottle bridge bright bronze brush build butter candle canyon castle cat chair cherry child cinema city clay cloud coast coffee cold color coral cosmic cottage crane crowd crystal cyber dance dark dawn deep deer desert detail diamond dog dragon dream drift dusk dust eagle earth east edge elder elephant emerald engine evening eye face fair farm feather field film fire fish flame float flower focus fog forest fox frame freeze frost fruit garden gate gentle giant glass glow gold grain grand granite grass green guard hair hand harbor hawk heart high hill home honey horizon horse house ice ink iron island ivory jade jewel jungle king kitchen knight lake lamp land lantern leaf leather lens light lily lion long lotus machine magic maple marble market mask meadow metal mirror mist model monk moon moss mountain neon nest night noble north ocean oil old olive open orange orchid owl paint palace paper park pastel path pearl pepper petal phoenix photo pine pink planet plant plaza poppy portrait power prism purple queen rain raven red reef river road robot rock roof room rose ruby rust sail salt sand sea season shadow sharp shell ship shore silk silver sky sleep smoke snow soft south space spark spring square star station steel stone storm street summer sun surreal sword table tea temple tender thunder tiger tower town train tree tulip valley velvet village vine violet vivid wall warm water wave west whale wheat white wild willow wind window wing winter wolf wood yellow young zebra'.split(
    ' ',
  )
const endings = ' s y ed ing er ers like less ful ish side work craft scape light'.split(' ')
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

/**
 * The nth of a list as often as words are in a language: the second half as the first, and so on.
 */
export function zipf<Item>(list: readonly Item[]): Item {
  return list[Math.floor((list.length + 1) ** Math.random()) - 1] as Item
}

const models = [fluxDev, fluxSchnell, sd35]
const sizes = ['square', 'square_hd', 'portrait_4_3', 'landscape_16_9']
const promptCount = 100_000
/** All accounts' records grow at the same time: so many times each account gets its share. */
const slices = 40

/** One prompt in seven is Chinese. */
function createPrompt() {
  const words = (list: string[], min: number, max: number) =>
    Array.from({ length: min + Math.floor(Math.random() * (max - min + 1)) }, () => zipf(list))
  const phrase = () => words(hanWords, 2, 6).join('')
  const prompt =
    Math.random() < 1 / 7
      ? words([''], 1, 4).map(phrase).join('，')
      : words(vocabulary, 5, 30).join(' ')
  const model = models[Math.floor(Math.random() ** 2 * models.length)] ?? fluxDev
  const options = { num_images: 1, num_inference_steps: 28, seed: 7, enable_safety_checker: true }
  const input = { prompt, image_size: zipf(sizes), ...options }
  const { id, generationType: mode } = model
  return { model: id, mode, input, terms: searchTerms(model, { model: id, mode, input }) }
}

/** Records of the first account, how many other accounts there are, and records of each of them. */
export type Size = { large: number; others: number; each: number }

/**
 * Fills a database with finished images of 1,000 days until yesterday, in the order they would
 * have been made; their ids begin with their time, as the product's do.
 */
export async function fillHistory(database: Database, size: Size): Promise<void> {
  await insertPrompts(database)
  const indexes = await dropIndexes(database)
  await database.connection().execute(async (session) => {
    // What the triggers do for each record is done for all of them afterwards.
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    for (let slice = 0; slice < slices; slice++) {
      await insertSlice(session, { first: 1, count: 1, each: size.large, slice })
      await insertSlice(session, { first: 2, count: size.others, each: size.each, slice })
    }
    await insertImages(session)
    await sql`reset session_replication_role`.execute(session)
    await sql`reset synchronous_commit`.execute(session)
  })
  for (const definition of indexes) await sql.raw(definition).execute(database)
  await sql`update account set last_number = numbers.last
    from (select account_id, max(number) as last from generation group by account_id) numbers
    where account.id = account_id`.execute(database)
  await vacuum(database, ['account', 'generation', 'media'])
  await indexAll(database)
  await vacuum(database, ['history_block', 'history_term', 'history_text', 'generation_tag'])
}

async function insertPrompts(database: Database): Promise<void> {
  await sql`create table prompt (n serial primary key, model text, mode text, input jsonb, terms text[])`.execute(
    database,
  )
  const batch = 5_000
  for (let count = 0; count < promptCount; count += batch) {
    const prompts = JSON.stringify(Array.from({ length: batch }, createPrompt))
    await sql`insert into prompt (model, mode, input, terms) select model, mode, input, terms
      from jsonb_to_recordset(${prompts}::jsonb) as made (model text, mode text, input jsonb, terms text[])`.execute(
      database,
    )
  }
  await sql`analyze prompt`.execute(database)
}

/** Drops those that no constraint needs; returns how to make them again. */
async function dropIndexes(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('generation'::regclass, 'media'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(database)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(database)
  return rows.map(({ definition }) => definition)
}

type Slice = { first: number; count: number; each: number; slice: number }

/** The next numbers of each of these accounts, one number after the other. */
async function insertSlice(database: Database, { first, count, each, slice }: Slice) {
  const [from, to] = [
    1 + Math.floor((each * slice) / slices),
    Math.floor((each * (slice + 1)) / slices),
  ]
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, refunded,
      status, is_favorite, tags, number, terms, created_at, started_at, completed_at, updated_at, deleted_at)
    select (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7000'
        || lpad(to_hex(number), 8, '0') || lpad(to_hex(account), 8, '0'))::uuid,
      lpad(to_hex(account), 32, '0')::uuid, number::text, 'image', mode, model, input, 30, 1, case when luck < 0.04 then 30 else 0 end,
      (case when luck < 0.04 then 'failed' when luck < 0.06 then 'partial' else 'completed' end)::generation_status,
      random() < 0.03,
      case when random() < 0.01 then array['tag ' || (random() * 49)::int] else '{}' end, number, terms, made, made,
      made + interval '4 s', made + interval '4 s', case when random() < 0.02 then now() end
    from (
      select number, account, random() as luck, 1 + floor(random() * ${promptCount}::int)::int as pick,
        now() - interval '1001 days' + number * (interval '1000 days' / ${each}::int) as made
      from generate_series(${from}::int, ${to}::int) as number,
        generate_series(${first}::int, ${first + count - 1}::int) as account
      offset 0
    ) record join prompt on n = pick
    order by record.number, record.account`.execute(database)
}

/** One for each record of the first account: its history is the one that is read through HTTP. */
async function insertImages(database: Database): Promise<void> {
  await sql`
    insert into media (id, account_id, generation_id, role, position, storage_key, thumbnail_key, content_type, bytes,
      sha256, width, height)
    select id, account_id, id, 'output', 0, 'generations/' || id || '/0.png', 'generations/' || id || '/0-small.webp',
      'image/png', 500000, md5(id::text), 512, 512
    from generation where account_id = lpad('1', 32, '0')::uuid and status <> 'failed' and deleted_at is null
    order by number`.execute(database)
}

/** What the scheduled job does as an account grows. */
async function indexAll(database: Database): Promise<void> {
  await sql`insert into generation_tag (account_id, kind, tag, number)
    select account_id, kind, unnest(tags), number from generation where tags <> '{}'`.execute(
    database,
  )
  const accounts = await database
    .selectFrom('account')
    .select('id')
    .where('last_number', '>=', 64)
    .execute()
  for (const { id } of accounts) await indexHistories({ database }, id)
}

async function vacuum(database: Database, tables: string[]): Promise<void> {
  for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(database)
}
