import type { GenerationRow } from '#database/tables.ts'

/** May its owner ask the credits back? Only of what failed, and once (specification, decisions §4). */
export function canRefund({ status, refunded }: Pick<GenerationRow, 'status' | 'refunded'>): boolean {
  return status === 'failed' && refunded === 0
}
