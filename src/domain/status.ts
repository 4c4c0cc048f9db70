/** Where a generation stands. The last three never change again. */
export const statuses = ['pending', 'processing', 'completed', 'partial', 'failed'] as const
export type Status = (typeof statuses)[number]

/** Is the work still going on? */
export function isOpen(status: Status): status is 'pending' | 'processing' {
  return status === 'pending' || status === 'processing'
}
