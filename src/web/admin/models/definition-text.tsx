import type { ControlProps } from '#web/ui/controls/field.tsx'

type DefinitionTextProps = {
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
  /** Lines with a problem, from 1. */
  marked: ReadonlySet<number>
  control: ControlProps
}

/** A JSON text with the number of each line; both scroll together. */
export function DefinitionText({
  value,
  onChange,
  isReadOnly,
  marked,
  control,
}: DefinitionTextProps) {
  const lines = value.split('\n')
  const columns = Math.max(...lines.map(widthOf))
  return (
    <div className="max-h-[min(70svh,48rem)] overflow-auto rounded-control border border-edge bg-ground font-mono text-small leading-5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent has-aria-invalid:border-bad">
      <div className="flex min-h-60 w-max min-w-full py-2">
        <ol
          aria-hidden
          className="sticky left-0 z-[1] shrink-0 bg-ground pr-2 pl-3 text-right text-quiet tabular-nums select-none"
        >
          {lines.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that identifies it
            <li key={at} className={marked.has(at + 1) ? 'font-semibold text-bad' : undefined}>
              {at + 1}
            </li>
          ))}
        </ol>
        <textarea
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          readOnly={isReadOnly}
          rows={lines.length}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          style={{ width: `${columns + 3}ch` }}
          className="min-w-0 flex-1 resize-none overflow-hidden bg-transparent pr-3 whitespace-pre text-text outline-none"
        />
      </div>
    </div>
  )
}

/** In columns of a fixed-width font: characters beyond Latin may take two. */
function widthOf(line: string): number {
  let width = 0
  for (const character of line) width += character > '\u02ff' ? 2 : 1
  return width
}
