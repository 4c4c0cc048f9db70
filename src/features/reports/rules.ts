/** Why a result is reported. */
export const reportReasons = [
  'sexual',
  'minors',
  'violence',
  'hate',
  'person',
  'copyright',
  'illegal',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** How many results one person may report within a day. */
export const maxReportsPerDay = 20

/** The longest text with a report, in characters. */
export const maxReportText = 1_000

/** The page that reports a result. */
export const reportPath = '/report'
