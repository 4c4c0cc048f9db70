/** The status of a generation. The last three are final. */
export const statuses = ['pending', 'processing', 'completed', 'partial', 'failed'] as const
export type Status = (typeof statuses)[number]
export type OpenStatus = 'pending' | 'processing'
export type EndedStatus = Exclude<Status, OpenStatus>

/** The statuses by which the operator's list is filtered; `open`: it has not ended. */
export const listStatuses = ['open', 'completed', 'partial', 'failed'] as const

/** Whether the generation has not ended. */
export function isOpen(status: Status): status is OpenStatus {
  return status === 'pending' || status === 'processing'
}
