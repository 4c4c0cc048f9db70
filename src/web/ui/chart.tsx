import { Bar, BarChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { type SeriesLook, seriesColours } from './chart-series.tsx'

export type ChartProps = {
  /** What a screen reader calls it. */
  title: string
  look: 'lines' | 'bars'
  series: readonly SeriesLook[]
  /** Points along the axis: a name, and the value of each series in their order. */
  points: readonly { name: string; values: readonly (number | null)[] }[]
  format: (value: number) => string
  /** Short, for the axis. */
  formatTick: (value: number) => string
}

const size = { width: '100%', height: 200 } as const
const tick = { fill: 'var(--quiet)', fontSize: 12 }

/**
 * Draws series of numbers; bars are stacked. With the keyboard it is one stop, where the arrow keys
 * go through the points; what they show is announced.
 */
export function Chart(props: ChartProps) {
  const { title, look, series, points } = props
  const data = points.map(({ name, values }) => ({ name, ...values }))
  const margin = { top: 8, right: 8, bottom: 0, left: 0 }
  if (look === 'bars')
    return (
      <BarChart responsive data={data} style={size} title={title} margin={margin} maxBarSize={28}>
        {axes(props)}
        {series.map(({ name, colour }, place) => (
          <Bar
            key={name}
            name={name}
            dataKey={place}
            stackId="all"
            fill={seriesColours[colour]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    )
  return (
    <LineChart responsive data={data} style={size} title={title} margin={margin}>
      {axes(props)}
      {series.map(({ name, colour, dashes }, place) => (
        <Line
          key={name}
          name={name}
          type="linear"
          dataKey={place}
          stroke={seriesColours[colour]}
          strokeWidth={2}
          {...(dashes && { strokeDasharray: dashes })}
          dot={points.length === 1}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}

const contentStyle = {
  background: 'var(--overlay)',
  border: '1px solid var(--line)',
  borderRadius: 8,
  color: 'var(--ink)',
}

function axes({ format, formatTick }: ChartProps) {
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="name" tick={tick} stroke="var(--edge)" tickLine={false} minTickGap={24} />
      <YAxis
        width={56}
        tickFormatter={formatTick}
        tick={tick}
        axisLine={false}
        tickLine={false}
        allowDecimals={false}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--edge)', fill: 'var(--hover)' }}
        formatter={(value) => format(Number(value))}
        contentStyle={contentStyle}
        itemStyle={{ color: 'var(--ink)' }}
        itemSorter="dataKey"
      />
    </>
  )
}
