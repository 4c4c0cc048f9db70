import { expect, it } from 'vitest'
import { timingsOf } from './timings.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

it.each([
  ['waits', at(0), null, null, null, null, null],
  ['is being made', at(0), at(2), null, null, 2000, null],
  ['is done', at(0), at(2), at(14.5), null, 2000, 12_500],
  ['is done, and the provider says how long it took', at(0), at(2), at(14.5), 9_000, 2000, 9_000],
  [
    'is at the provider’s end, and its files are not here yet',
    at(0),
    at(2),
    null,
    9_000,
    2000,
    null,
  ],
  ['ended before anybody saw it begin', at(0), null, at(3), null, null, null],
  ['began, as another clock says, before it was asked for', at(1), at(0), at(3), null, 0, 3000],
])(
  'of a generation that %s',
  (_, created_at, started_at, completed_at, reported, queue_ms, run_ms) => {
    expect(timingsOf({ created_at, started_at, completed_at, run_ms: reported })).toEqual({
      queue_ms,
      run_ms,
    })
  },
)
