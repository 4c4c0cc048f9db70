export type SeriesColour = 'accent' | 'ink' | 'good' | 'bad' | 'quiet'

/** The name and look of a series; lines differ by their dashes too, not by colour alone. */
export type SeriesLook = { name: string; colour: SeriesColour; dashes?: string }

export const seriesColours: Record<SeriesColour, string> = {
  accent: 'var(--accent)',
  ink: 'var(--ink)',
  good: 'var(--good)',
  bad: 'var(--bad)',
  quiet: 'var(--edge)',
}

/** The names of the series of a chart with their look. */
export function ChartLegend({ series }: { series: readonly SeriesLook[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-quiet">
      {series.map(({ name, colour, dashes }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg width="20" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="20"
              y1="4"
              y2="4"
              stroke={seriesColours[colour]}
              strokeWidth="3"
              strokeDasharray={dashes}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
