import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { refundFailedGeneration } from '#core/generations/queries/end-generation.ts'
import { failed, historyStudio, type Owner } from '#testing/api/history.ts'
import { inventEntries, writeEntries } from '#testing/services/ledger-world.ts'
import { addCredits } from './queries/ledger.ts'

const { app, context, owner } = await historyStudio({ autoRefund: false })
const { database } = context

/** Fetches the file as bytes. */
async function fetchFile(
  { key }: Owner,
  query = '',
  headers: Record<string, string> = {},
  method = 'GET',
) {
  return app.request(`http://localhost:3000/api/account/ledger.csv?${query}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
}

/** Parses its lines, as a spreadsheet does. */
async function linesOf(client: Owner, query = ''): Promise<Record<string, string>[]> {
  return parse(await (await fetchFile(client, query)).text(), { bom: true, columns: true })
}

describe('the statement as a file', () => {
  it('has every entry once, and adds up to the balance', async () => {
    const mine = await owner()
    await writeEntries(
      context,
      mine.account.id,
      inventEntries(2345, { begin: new Date('2026-03-01'), step: 60_000 }),
    )
    const lines = await linesOf(mine)
    expect(lines).toHaveLength(2346)
    const { credits } = (await mine.request('GET', '/api/account')).body
    expect(lines.reduce((sum, line) => sum + Number(line.Credits), 0)).toBe(credits.left_credits)
    expect(Number(lines[0]?.Balance)).toBe(credits.left_credits)
    expect(await linesOf(mine, 'reason=purchase&dateEnd=2026-03-01')).toHaveLength(
      (await mine.request('GET', '/api/account/ledger?reason=purchase&dateEnd=2026-03-01')).body
        .total,
    )
  })

  it('has the byte order mark, CRLF line ends and file name that spreadsheets expect', async () => {
    const mine = await owner()
    const response = await fetchFile(mine, 'dateStart=2026-03-01&dateEnd=2026-03-31')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Atelier credits 2026-03-01_2026-03-31.csv"',
    )
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      'Date (UTC),Entry,For,Model,Credits,Balance,Payment,Currency,Note,Generation\r\n',
    )
    const head = await fetchFile(mine, '', {}, 'HEAD')
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ])
  })

  it('uses the reader’s language and time zone', async () => {
    const mine = await owner()
    const id = await mine.finish('flux-dev', { prompt: 'a fox', image_size: 'square' })
    const { created_at } = (await mine.request('GET', '/api/account/ledger')).body.data[0]
    const shanghai = new Date(Date.parse(created_at) + 8 * 3_600_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
    const byHeader = await fetchFile(mine, 'timeZone=Asia/Shanghai', { 'accept-language': 'zh-CN' })
    const byQuery = await fetchFile(mine, 'timeZone=Asia/Shanghai&language=zh')
    const text = await byHeader.text()
    expect(await byQuery.text()).toBe(text)
    expect(decodeURIComponent(byHeader.headers.get('content-disposition') ?? '')).toContain(
      'Atelier 积分明细 20',
    )
    expect(parse(text, { bom: true })).toEqual([
      [
        '时间（Asia/Shanghai）',
        '类型',
        '用途',
        '模型',
        '积分',
        '余额',
        '付款金额',
        '货币',
        '备注',
        '任务编号',
      ],
      [shanghai, '扣除', '图片', 'FLUX.1 dev', '-30', '99970', '', '', '', id],
      [expect.any(String), '赠送', '', '', '100000', '100000', '', '', '初始积分', ''],
    ])
  })

  it.each([
    '=HYPERLINK("http://evil.test","x")',
    "+1+cmd|' /C calc'!A0",
    '-2+3',
    '@SUM(1,2)',
    '\t=1+1',
    '\r=1+1',
    '＝1+1',
  ])('escapes the formula %j in a reason', async (reason) => {
    const mine = await owner()
    const id = await mine.finish('flux-dev', { image_size: 'square' }, failed)
    await refundFailedGeneration(database, { id, accountId: mine.account.id, reason })
    const [refund] = await linesOf(mine)
    expect(refund).toMatchObject({ Note: `'${reason}`, Credits: '30', Balance: '100000' })
  })

  it('quotes texts with quotes, commas and line breaks', async () => {
    const mine = await owner()
    const note = 'said "no", twice\nand 再一次'
    await addCredits(database, { accountId: mine.account.id, credits: 5, reason: 'grant', note })
    const lines = await linesOf(mine)
    expect([lines.length, lines[0]?.Note]).toEqual([2, note])
  })

  it('is available to its account only', async () => {
    const [mine, other] = [await owner(), await owner()]
    await mine.finish('flux-dev', {})
    expect(await linesOf(other)).toHaveLength(1)
    const anonymous = await app.request('http://localhost:3000/api/account/ledger.csv')
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { code: 'unauthorized' },
    ])
  })
})
