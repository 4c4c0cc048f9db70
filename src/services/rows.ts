/** What services answer with; transports present it and never send it as it is. */
export type { AccountRow, MediaRow, PaymentRow } from '#database/tables.ts'
