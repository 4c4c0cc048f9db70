import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import { sendCsvFile } from '#core/http/csv.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { readQuery } from '#core/http/validation.ts'
import type { Parts } from '#core/parts.ts'
import { computeFiguresNow } from './compute-figures.ts'
import { FiguresQuery, type FiguresView, FigureTableName, maxPeriods } from './contract.ts'
import { figureLines, presentFigures } from './present-figures.ts'
import { readFigurePeriods } from './read-figures.ts'
import { choosePeriods, dayOf } from './rules.ts'

/** The figures of the studio, and a file of each of their charts. */
export function routes({ context }: ApiOptions) {
  const allow = withPermission(context, 'figures.read')
  return new Hono<Env>()
    .get('/api/admin/figures', allow, async (c) =>
      c.json(await readView(context, readQuery(c, FiguresQuery))),
    )
    .post('/api/admin/figures/count', allow, async (c) => {
      await computeFiguresNow(context)
      return c.json({ counted: true })
    })
    .get('/api/admin/figures/:table', allow, async (c) => {
      const table = FigureTableName.safeParse(c.req.param('table').replace(/\.csv$/, ''))
      if (!table.success) throw new HttpError('not_found')
      const view = await readView(context, readQuery(c, FiguresQuery))
      const [first, last] = [view.periods[0], view.periods.at(-1)]
      const name = `${table.data}_${view.unit}_${first?.start}_${last?.start}`
      return sendCsvFile(c, name, [figureLines(view, table.data)])
    })
}

async function readView(
  context: Parts<'database' | 'now' | 'settings'>,
  query: FiguresQuery,
): Promise<FiguresView> {
  const { unit, ...span } = query
  const max = maxPeriods[unit]
  const today = dayOf(context.now())
  const starts = choosePeriods(unit, span, { today, limit: max + 1 })
  if (starts.length === 0)
    throw new HttpError('invalid_query', [{ field: 'from', problem: 'out_of_range' }])
  if (starts.length > max)
    throw new HttpError('invalid_query', [{ field: 'from', problem: 'too_many', max }])
  const read = await readFigurePeriods(context, { unit, starts })
  return presentFigures(read, unit, context.settings.current().settings.model_costs)
}
