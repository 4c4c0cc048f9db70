export type ProgressBarProps = {
  /** 0 to 100; without it the bar only says that work goes on. */
  percent?: number | undefined
  /** What is in progress, for screen readers. */
  label: string
}

/** A thin line that fills. Always beside words that say what happens; never alone. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  const known = percent !== undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known && { 'aria-valuenow': Math.round(percent) })}
      className="h-0.5 overflow-hidden rounded-full bg-line"
    >
      {known ? (
        <div
          className="h-full origin-left bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      ) : (
        <div className="sweep h-full w-1/4 bg-accent" />
      )}
    </div>
  )
}
