import { describe, expect, it } from 'vitest'
import { readCsv } from './csv-rules.ts'
import { addDays, splitDays } from './day-rules.ts'
import { readRows } from './file-rows-rules.ts'
import { readPriceList } from './price-list-rules.ts'
import { compareUsage, readUsage } from './usage-rules.ts'

const cellsOf = (text: string) => {
  const read = readCsv(text, 100)
  return 'problem' in read ? read.problem : read.records
}

describe('a CSV file', () => {
  it('is read with quotation marks, line breaks in cells, blank lines and every line end', () => {
    expect(cellsOf('\ufeffa,b\r\n"1, ""x""\ny",2\r\n\r\n3,')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1, "x"\ny', '2'] },
      { line: 5, cells: ['3', ''] },
    ])
  })

  it('may have semicolons', () => {
    expect(cellsOf('a;b\n1,5;2\n')).toMatchObject([{}, { cells: ['1,5', '2'] }])
  })

  it('is refused with its line where a quotation mark is out of place, or it is too long', () => {
    expect(cellsOf('a,b\nx"y,2')).toMatchObject({ line: 2, problem: /quotation/ })
    expect(readCsv('a\n1\n2\n', 2)).toEqual({
      problem: { line: 3, problem: 'has more than 2 lines' },
    })
    expect(cellsOf(`a\n"${'x'.repeat(2_000_000)}"`)).toHaveLength(2)
  })
})

function priceList(text: string, expected = {}) {
  const read = readRows(text, 100)
  if ('problems' in read) return read
  return readPriceList(read.rows, { provider: 'fal', currency: null, ...expected })
}

describe('a price list', () => {
  it('is read as fal answers it', () => {
    const price = {
      endpoint_id: 'fal-ai/flux/dev',
      unit_price: 0.025,
      unit: 'megapixels',
      currency: 'USD',
    }
    const other = { ...price, endpoint_id: 'tripo3d/x', unit: 'credits' }
    expect(priceList(JSON.stringify({ prices: [price, other], has_more: false }))).toEqual({
      currency: 'usd',
      prices: [{ provider: 'fal', endpoint: 'fal-ai/flux/dev', unit: 'megapixel', micros: 25_000 }],
      skipped: { credits: 1 },
    })
  })

  it('is read as CSV of several providers', () => {
    const text =
      'Provider,Endpoint,Unit,Amount\nopenai,gpt-image-1,image,0.04\n,a/b,1000 characters,0.1\n'
    expect(priceList(text)).toMatchObject({
      prices: [
        { provider: 'openai', unit: 'image', micros: 40_000 },
        { provider: 'fal', unit: 'thousand_characters', micros: 100_000 },
      ],
    })
  })

  it.each([
    ['endpoint,unit,amount\na,image,-1', 'line 2, amount', 'must not be negative'],
    ['endpoint,unit,amount\na,image,1e99', 'line 2, amount', 'must be a number such as 0.025'],
    ['endpoint,unit,amount\na,image,10001', 'line 2, amount', 'must be at most 10000'],
    ['endpoint,unit,amount\na,credits,-1', 'line 2, amount', 'must not be negative'],
    ['endpoint,unit,amount\na,,1', 'line 2, unit', 'is missing'],
    ['endpoint,unit,amount\n,image,1', 'line 2, endpoint', 'must be the id of an endpoint, or *'],
    ['endpoint,unit,amount\na,image,1\na,image,2', 'line 3, endpoint', 'is in line 2, too'],
    [
      'endpoint,unit,amount,currency\na,image,1,usd\nb,image,1,eur',
      'line 3, currency',
      'must be usd, as all prices here',
    ],
    [
      'provider,endpoint,unit,amount\nNo One,a,image,1',
      'line 2, provider',
      'must be the id of a provider',
    ],
    ['endpoint,unit,amount\n', 'file', 'has no prices'],
    ['{"prices": 3}', 'file', 'has no list of prices or jobs'],
    ['[1]', 'line 1', 'must be an object'],
    ['{', 'file', 'has no list of prices or jobs'],
  ])('is refused: %j', (text, path, message) => {
    expect(priceList(text)).toEqual({ problems: [{ path, message }] })
  })

  it('is refused in another currency than that of the prices before', () => {
    const text = 'endpoint,unit,amount,currency\na,image,1,EUR'
    expect(priceList(text, { currency: 'usd' })).toMatchObject({ problems: [{}] })
    expect(priceList(text, { currency: 'eur' })).toMatchObject({ currency: 'eur' })
  })
})

function usageOf(text: string, columns = {}) {
  const read = readRows(text, 100)
  if ('problems' in read) return read
  return readUsage(read.rows, columns)
}

describe('a usage export', () => {
  it('is read as fal answers it, and adds the events of one job up exactly', () => {
    const event = {
      request_id: 'r',
      endpoint_id: 'a',
      cost_total: 0.0000005,
      cost_estimate_nano_usd: 500,
    }
    expect(usageOf(JSON.stringify({ billing_events: [event, event] }))).toEqual({
      jobs: [{ requestId: 'r', endpoint: 'a', micros: 1 }],
    })
  })

  it('is read as CSV with columns of other names', () => {
    const text = 'Prediction,Charged\nx,$0.25\n'
    expect(usageOf(text, { request_id: 'prediction', cost: 'charged' })).toEqual({
      jobs: [{ requestId: 'x', endpoint: null, micros: 250_000 }],
    })
  })

  it('is refused with the line and the field', () => {
    expect(usageOf('request_id,cost\nx,-1\n,2')).toMatchObject({
      problems: [{ path: 'line 2, cost' }, { path: 'line 3, request id' }],
    })
  })
})

it('compares what was billed with what was recorded', () => {
  const billed = (requestId: string, micros: number) => ({ requestId, endpoint: 'a', micros })
  const recorded = (id: string, micros: number | null) =>
    [id, { request_id: id, generation_id: `g${id}`, endpoint: 'a', micros }] as const
  const records = new Map([recorded('1', 5), recorded('2', 5), recorded('3', null)])
  const compared = compareUsage(
    ['1', '2', '3', '4'].map((id) => billed(id, id === '2' ? 6 : 5)),
    records,
  )
  expect(compared.unknown.map(({ request_id }) => request_id)).toEqual(['4'])
  expect(compared.different).toMatchObject([
    { request_id: '2', billed: 6, recorded: 5 },
    { request_id: '3', billed: 5, recorded: null },
  ])
})

it('splits days into stored ones and those that are computed', () => {
  const span = { from: '2026-11-01', before: '2026-12-01' }
  const split = (newest: string | null) =>
    splitDays(span, { today: '2026-11-30', newest }).open.from
  expect(split('2026-11-29')).toBe('2026-11-30')
  expect(split('2026-11-28')).toBe('2026-11-29')
  expect(split('2026-11-10')).toBe('2026-11-28')
  expect(split(null)).toBe('2026-11-28')
  expect(
    splitDays({ from: '2026-10-01', before: '2026-10-05' }, { today: '2026-11-30', newest: null }),
  ).toMatchObject({ open: { from: '2026-10-05', before: '2026-10-05' } })
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})
