/** The status of a generation. The last three are final. */
export const statuses = ['pending', 'processing', 'completed', 'partial', 'failed'] as const
export type Status = (typeof statuses)[number]
export type OpenStatus = 'pending' | 'processing'
export type EndedStatus = Exclude<Status, OpenStatus>

/** Whether the generation has not ended. */
export function isOpen(status: Status): status is OpenStatus {
  return status === 'pending' || status === 'processing'
}
