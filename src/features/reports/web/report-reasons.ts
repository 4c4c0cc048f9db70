import { m } from '#web/messages/compiled/messages.js'
import type { ReportReason } from '../rules.ts'

const texts: Record<ReportReason, () => string> = {
  sexual: m.report_reason_sexual,
  minors: m.report_reason_minors,
  violence: m.report_reason_violence,
  hate: m.report_reason_hate,
  person: m.report_reason_person,
  copyright: m.report_reason_copyright,
  illegal: m.report_reason_illegal,
  other: m.report_reason_other,
}

/** The name of a reason to report a result. */
export function reportReasonText(reason: ReportReason): string {
  return texts[reason]()
}
