const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `1234.5` → `1,235/s`. */
export const perSecond = (rate: number) => `${whole.format(rate)}/s`

/** A duration in ms, with as many digits as say something. */
export const ms = (duration: number) =>
  `${duration.toFixed(duration < 10 ? 2 : duration < 100 ? 1 : 0)} ms`

export const percent = (share: number) => `${whole.format(share * 100)} %`

export const times = (ratio: number) => `${ratio.toFixed(2)}×`
