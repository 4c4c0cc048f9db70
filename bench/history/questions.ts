import type { HistoryFilters } from '#services/history/list-history.ts'
import { hanWords, vocabulary, zipf } from './world/prompts.ts'

/**
 * What histories are asked: each call another question of the same sort. `naive`: what the scan
 * would look for.
 */
export type Question = { what: string; ask(): HistoryFilters; naive?: string }

const pick = <Item>(list: readonly Item[]) => list[Math.floor(Math.random() * list.length)] as Item
const rare = () => pick(vocabulary.slice(vocabulary.length / 2))
const common = () => pick(vocabulary.slice(0, 40))
const beginning = (length: number) => zipf(vocabulary).slice(0, length)
const han = (length: number) => {
  const text = hanWords.join('')
  const start = Math.floor(Math.random() * (text.length - length))
  return text.slice(start, start + length)
}

export const searches: Question[] = [
  { what: 'a rare word', ask: () => ({ search: rare() }), naive: rare() },
  { what: 'a common word', ask: () => ({ search: common() }), naive: common() },
  { what: '1 letter', ask: () => ({ search: beginning(1) }), naive: 's' },
  { what: '2 letters', ask: () => ({ search: beginning(2) }), naive: 'sh' },
  { what: '3 letters', ask: () => ({ search: beginning(3) }), naive: 'cat' },
  {
    what: 'the beginning of a word, 4 or 5 letters',
    ask: () => ({ search: beginning(pick([4, 5])) }),
    naive: 'crys',
  },
  { what: 'two words', ask: () => ({ search: `${zipf(vocabulary)} ${zipf(vocabulary)}` }) },
  { what: 'five words', ask: () => ({ search: Array.from({ length: 5 }, common).join(' ') }) },
  { what: '1 Chinese character', ask: () => ({ search: han(1) }), naive: '雪' },
  { what: '2 Chinese characters', ask: () => ({ search: han(2) }), naive: '雪地' },
  { what: '6 Chinese characters', ask: () => ({ search: han(6) }) },
  {
    what: 'nothing that is there',
    ask: () => ({ search: `qx${Math.random().toString(36).slice(2, 8)}` }),
    naive: 'qxz',
  },
]

const day = () => new Date(Date.now() - Math.random() * 1000 * 86_400_000)
const date = (time: Date, days = 0) =>
  new Date(time.getTime() + days * 86_400_000).toISOString().slice(0, 10)

function someDays() {
  const start = day()
  return {
    start: date(start),
    end: date(start, Math.floor(Math.random() * 60)),
    timeZone: 'Asia/Shanghai',
  }
}

export const filters: Question[] = [
  { what: 'model', ask: () => ({ model: pick(['flux-dev', 'flux-schnell', 'sd35']) }) },
  { what: 'size', ask: () => ({ size: pick(['512x512', '1024x1024']) }) },
  { what: 'status', ask: () => ({ status: pick(['failed', 'partial', 'completed'] as const) }) },
  { what: 'favourites', ask: () => ({ onlyFavorites: true }) },
  { what: 'a tag', ask: () => ({ tags: [`tag ${1 + Math.floor(Math.random() * 48)}`] }) },
  { what: 'days', ask: () => ({ days: someDays() }) },
  {
    what: 'all of it: word, model, status, favourites, days',
    ask: () => ({
      search: common(),
      model: 'flux-dev',
      status: 'completed',
      onlyFavorites: true,
      days: someDays(),
    }),
  },
]
